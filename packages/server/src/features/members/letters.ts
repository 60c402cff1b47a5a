import { type Letter, letterLanguage, oneLine, signed } from '../../ports/mail/letter.ts'

export interface InviteLetter {
  readonly space: string
  readonly inviter: string
  /** The link leads to the voice room. */
  readonly voice: boolean
  readonly link: string
}

/** Lets somebody in whose address was entered by a member. */
export function inviteLetter(lang: string, invite: InviteLetter): Letter {
  const [who, where] = [oneLine(invite.inviter), oneLine(invite.space)]
  const { voice, link } = invite
  switch (letterLanguage(lang)) {
    case 'de':
      return {
        subject: `${who} lädt dich zu ${where} ein`,
        text: signed(
          voice
            ? `${who} lädt dich in den Sprachraum von „${where}“ ein.`
            : `${who} lädt dich ein, in „${where}“ mitzuarbeiten.`,
          'Mit diesem Link kommst du hinein:',
          link,
          'Er ist nur für dich. Wenn du nicht weißt, von wem er kommt, tu nichts.',
        ),
      }
    case 'sv':
      return {
        subject: `${who} bjuder in dig till ${where}`,
        text: signed(
          voice
            ? `${who} bjuder in dig till röstrummet i ”${where}”.`
            : `${who} bjuder in dig att arbeta tillsammans i ”${where}”.`,
          'Med den här länken kommer du in:',
          link,
          'Den är bara till dig. Om du inte vet vem den kommer från, gör ingenting.',
        ),
      }
    case 'en':
      return {
        subject: `${who} invites you to ${where}`,
        text: signed(
          voice
            ? `${who} invites you to join the voice room of “${where}”.`
            : `${who} invites you to work together in “${where}”.`,
          'Open this link to come in:',
          link,
          'It is meant for you alone. If you do not know who sent it, do nothing.',
        ),
      }
  }
}

export interface ClaimLetter {
  readonly space: string
  readonly link: string
  /** When the space goes over, ms. */
  readonly due: number
}

/** Warns an owner who has long been away, and the successor. */
export function claimLetter(lang: string, claim: ClaimLetter): Letter {
  const where = oneLine(claim.space)
  const day = new Date(claim.due).toISOString().slice(0, 10)
  switch (letterLanguage(lang)) {
    case 'de':
      return {
        subject: `Jemand möchte ${where} übernehmen`,
        text: signed(
          `Wem „${where}“ gehört, der war lange nicht in Tavla, und ein Mitglied möchte den Bereich übernehmen.`,
          `Wenn nichts geschieht, geht er am ${day} über. Gehört er dir, genügt es, dich anzumelden:`,
          claim.link,
        ),
      }
    case 'sv':
      return {
        subject: `Någon vill ta över ${where}`,
        text: signed(
          `Ägaren till ”${where}” har inte varit i Tavla på länge, och en medlem vill ta över utrymmet.`,
          `Om inget händer går det över den ${day}. Är det ditt räcker det att logga in:`,
          claim.link,
        ),
      }
    case 'en':
      return {
        subject: `Somebody asks to take over ${where}`,
        text: signed(
          `The owner of “${where}” has not been in Tavla for a long time, and a member asks to take the space over.`,
          `If nothing happens, it goes over on ${day}. If it is yours, signing in is enough to keep it:`,
          claim.link,
        ),
      }
  }
}
