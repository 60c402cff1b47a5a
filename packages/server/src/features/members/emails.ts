import type { GivenRole } from '@tavla/contract'
import { type Email, writeEmail, type EmailLanguage, oneLine } from '../../ports/mail/email.ts'

export interface InviteEmail {
  readonly space: string
  readonly inviter: string
  /** The link leads to the voice room. */
  readonly voice: boolean
  readonly link: string
}

/** Lets somebody in whose address was entered by a member. */
export function createInviteEmail(lang: string, invite: InviteEmail): Email {
  const [who, where] = [oneLine(invite.inviter), oneLine(invite.space)]
  const { voice, link } = invite
  return writeEmail(lang, {
    en: {
      subject: `${who} invited you to “${where}”`,
      parts: [
        voice
          ? `${who} invited you to join the voice room of “${where}”.`
          : `${who} invited you to collaborate on “${where}”.`,
        'Open this link to join:',
        { label: voice ? 'Join the voice room' : 'Open the board', link },
        'This invitation is only for you. If you don’t know who sent it, you can ignore this email.',
      ],
    },
    de: {
      subject: `${who} hat dich zu „${where}“ eingeladen`,
      parts: [
        voice
          ? `${who} hat dich in den Sprachraum von „${where}“ eingeladen.`
          : `${who} hat dich eingeladen, an „${where}“ mitzuarbeiten.`,
        'Öffne diesen Link, um beizutreten:',
        { label: voice ? 'Sprachraum beitreten' : 'Tafel öffnen', link },
        'Diese Einladung ist nur für dich. Wenn du nicht weißt, von wem sie kommt, kannst du diese E-Mail ignorieren.',
      ],
    },
    sv: {
      subject: `${who} har bjudit in dig till ”${where}”`,
      parts: [
        voice
          ? `${who} har bjudit in dig till röstrummet i ”${where}”.`
          : `${who} har bjudit in dig att samarbeta i ”${where}”.`,
        'Öppna länken för att gå med:',
        { label: voice ? 'Gå med i röstrummet' : 'Öppna tavlan', link },
        'Inbjudan gäller bara dig. Om du inte vet vem som har skickat den kan du bortse från mejlet.',
      ],
    },
  })
}

export interface AccessEmail {
  readonly space: string
  readonly name: string
  readonly note: string
  readonly role: GivenRole
  /** Answer by themselves, for whoever the email went to and nobody else. */
  readonly yes: string
  readonly no: string
}

/** Roles by the words of the pages that give them. */
const roleText: Readonly<Record<EmailLanguage, Readonly<Record<GivenRole, string>>>> = {
  en: {
    admin: 'as an admin',
    editor: 'as an editor',
    contributor: 'as a contributor',
    commenter: 'as a commenter',
    viewer: 'as a viewer',
  },
  de: {
    admin: 'als Admin',
    editor: 'als Bearbeiter',
    contributor: 'als Mitwirkender',
    commenter: 'als Kommentator',
    viewer: 'als Betrachter',
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
export function createAccessEmail(lang: string, request: AccessEmail): Email {
  const [who, where, note] = [oneLine(request.name), oneLine(request.space), oneLine(request.note)]
  const { role, yes, no } = request
  const said = (quoted: string) => (note === '' ? [] : [quoted])
  return writeEmail(lang, {
    en: {
      subject: `${who} requests access to “${where}”`,
      parts: [
        `${who} would like to join “${where}” ${roleText.en[role]}.`,
        ...said(`“${note}”`),
        { label: 'Approve', link: yes },
        'Or decline the request:',
        { label: 'Decline', link: no },
        'These links work only for you. You can choose another role in the board’s member list.',
      ],
    },
    de: {
      subject: `${who} bittet um Zugriff auf „${where}“`,
      parts: [
        `${who} möchte „${where}“ ${roleText.de[role]} beitreten.`,
        ...said(`„${note}“`),
        { label: 'Genehmigen', link: yes },
        'Oder die Anfrage ablehnen:',
        { label: 'Ablehnen', link: no },
        'Die Links gelten nur für dich. Eine andere Rolle kannst du in der Mitgliederliste der Tafel wählen.',
      ],
    },
    sv: {
      subject: `${who} begär åtkomst till ”${where}”`,
      parts: [
        `${who} vill gå med i ”${where}” ${roleText.sv[role]}.`,
        ...said(`”${note}”`),
        { label: 'Godkänn', link: yes },
        'Eller avslå begäran:',
        { label: 'Avslå', link: no },
        'Länkarna fungerar bara för dig. Du kan välja en annan roll i tavlans medlemslista.',
      ],
    },
  })
}

export interface ClaimEmail {
  readonly space: string
  readonly link: string
  /** When the space goes over, ms. */
  readonly due: number
}

/** Warns an owner who has long been away, and the successor. */
export function createClaimEmail(lang: string, claim: ClaimEmail): Email {
  const { link } = claim
  const where = oneLine(claim.space)
  const day = new Date(claim.due).toISOString().slice(0, 10)
  return writeEmail(lang, {
    en: {
      subject: `Someone wants to take over “${where}”`,
      parts: [
        `The owner of “${where}” hasn’t signed in for a long time, and a member wants to take over the board.`,
        `If nothing happens, the board changes owner on ${day}. If it’s yours, sign in to keep it:`,
        { label: 'Sign in', link },
      ],
    },
    de: {
      subject: `Jemand möchte „${where}“ übernehmen`,
      parts: [
        `Der Eigentümer von „${where}“ hat sich lange nicht angemeldet, und ein Mitglied möchte die Tafel übernehmen.`,
        `Wenn nichts geschieht, wechselt die Tafel am ${day} den Eigentümer. Gehört sie dir, melde dich an, um sie zu behalten:`,
        { label: 'Anmelden', link },
      ],
    },
    sv: {
      subject: `Någon vill ta över ”${where}”`,
      parts: [
        `Ägaren till ”${where}” har inte loggat in på länge, och en medlem vill ta över tavlan.`,
        `Om inget händer byter tavlan ägare den ${day}. Är den din loggar du in för att behålla den:`,
        { label: 'Logga in', link },
      ],
    },
  })
}
