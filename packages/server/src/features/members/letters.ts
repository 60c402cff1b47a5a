import type { GivenRole } from '@tavla/contract'
import { type Letter, letterIn, type LetterLanguage, oneLine } from '../../ports/mail/letter.ts'

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
  return letterIn(lang, {
    en: {
      subject: `${who} invites you to ${where}`,
      parts: [
        voice
          ? `${who} invites you to join the voice room of “${where}”.`
          : `${who} invites you to work together in “${where}”.`,
        'Open this link to come in:',
        { label: voice ? 'Join the voice room' : 'Open the board', link },
        'It is meant for you alone. If you do not know who sent it, do nothing.',
      ],
    },
    de: {
      subject: `${who} lädt dich zu ${where} ein`,
      parts: [
        voice
          ? `${who} lädt dich in den Sprachraum von „${where}“ ein.`
          : `${who} lädt dich ein, in „${where}“ mitzuarbeiten.`,
        'Mit diesem Link kommst du hinein:',
        { label: voice ? 'Sprachraum betreten' : 'Tafel öffnen', link },
        'Er ist nur für dich. Wenn du nicht weißt, von wem er kommt, tu nichts.',
      ],
    },
    sv: {
      subject: `${who} bjuder in dig till ${where}`,
      parts: [
        voice
          ? `${who} bjuder in dig till röstrummet i ”${where}”.`
          : `${who} bjuder in dig att arbeta tillsammans i ”${where}”.`,
        'Med den här länken kommer du in:',
        { label: voice ? 'Gå med i röstrummet' : 'Öppna tavlan', link },
        'Den är bara till dig. Om du inte vet vem den kommer från, gör ingenting.',
      ],
    },
  })
}

export interface AccessLetter {
  readonly space: string
  readonly name: string
  readonly note: string
  readonly role: GivenRole
  /** Answer by themselves, for whoever the letter went to and nobody else. */
  readonly yes: string
  readonly no: string
}

/** Roles by the words of the pages that give them. */
const roleWords: Readonly<Record<LetterLanguage, Readonly<Record<GivenRole, string>>>> = {
  en: {
    admin: 'as an admin',
    editor: 'as an editor',
    contributor: 'as a contributor',
    commenter: 'as a commenter',
    viewer: 'as a viewer',
  },
  de: {
    admin: 'mit der Rolle Administration',
    editor: 'zum Bearbeiten',
    contributor: 'zum Beitragen',
    commenter: 'zum Kommentieren',
    viewer: 'zum Ansehen',
  },
  sv: {
    admin: 'som administratör',
    editor: 'som redigerare',
    contributor: 'som bidragare',
    commenter: 'som kommentator',
    viewer: 'som läsare',
  },
}

/** Somebody asks to be let in; each answer is one click. */
export function accessLetter(lang: string, request: AccessLetter): Letter {
  const [who, where, note] = [oneLine(request.name), oneLine(request.space), oneLine(request.note)]
  const { role, yes, no } = request
  const said = (quoted: string) => (note === '' ? [] : [quoted])
  return letterIn(lang, {
    en: {
      subject: `${who} asks for access to ${where}`,
      parts: [
        `${who} would like to come into “${where}” ${roleWords.en[role]}.`,
        ...said(`“${note}”`),
        { label: 'Let them in', link: yes },
        'Or, if you would rather not:',
        { label: 'Say no', link: no },
        'The links work for you alone. Another role can be chosen among the members of the board.',
      ],
    },
    de: {
      subject: `${who} bittet um Zugang zu ${where}`,
      parts: [
        `${who} möchte in „${where}“ hinein, ${roleWords.de[role]}.`,
        ...said(`„${note}“`),
        { label: 'Hereinlassen', link: yes },
        'Oder, falls du das nicht möchtest:',
        { label: 'Ablehnen', link: no },
        'Die Links gelten nur für dich. Eine andere Rolle wählst du bei den Mitgliedern der Tafel.',
      ],
    },
    sv: {
      subject: `${who} ber om åtkomst till ${where}`,
      parts: [
        `${who} vill komma in i ”${where}” ${roleWords.sv[role]}.`,
        ...said(`”${note}”`),
        { label: 'Släpp in', link: yes },
        'Eller, om du hellre vill låta bli:',
        { label: 'Säg nej', link: no },
        'Länkarna gäller bara för dig. En annan roll väljer du bland tavlans medlemmar.',
      ],
    },
  })
}

export interface ClaimLetter {
  readonly space: string
  readonly link: string
  /** When the space goes over, ms. */
  readonly due: number
}

/** Warns an owner who has long been away, and the successor. */
export function claimLetter(lang: string, claim: ClaimLetter): Letter {
  const { link } = claim
  const where = oneLine(claim.space)
  const day = new Date(claim.due).toISOString().slice(0, 10)
  return letterIn(lang, {
    en: {
      subject: `Somebody asks to take over ${where}`,
      parts: [
        `The owner of “${where}” has not been in Tavla for a long time, and a member asks to take the space over.`,
        `If nothing happens, it goes over on ${day}. If it is yours, signing in is enough to keep it:`,
        { label: 'Sign in', link },
      ],
    },
    de: {
      subject: `Jemand möchte ${where} übernehmen`,
      parts: [
        `Wem „${where}“ gehört, der war lange nicht in Tavla, und ein Mitglied möchte den Bereich übernehmen.`,
        `Wenn nichts geschieht, geht er am ${day} über. Gehört er dir, genügt es, dich anzumelden:`,
        { label: 'Anmelden', link },
      ],
    },
    sv: {
      subject: `Någon vill ta över ${where}`,
      parts: [
        `Ägaren till ”${where}” har inte varit i Tavla på länge, och en medlem vill ta över utrymmet.`,
        `Om inget händer går det över den ${day}. Är det ditt räcker det att logga in:`,
        { label: 'Logga in', link },
      ],
    },
  })
}
