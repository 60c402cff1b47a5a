import type { Role } from '@tavla/contract'
import { type EmailLanguage, oneLine } from '../../ports/mail/email.ts'

/** A notice with names instead of uids. */
export interface AnnouncedNotification {
  readonly type: number
  readonly wid: string
  readonly space: string
  /** Who did it, or whom it is about; null: somebody who is no longer here, or nobody in particular. */
  readonly who: string | null
  /** The other person of it: whose role was changed, whose the space was. */
  readonly whom: string | null
  /** It is about the reader. */
  readonly mine: boolean
  readonly data: Readonly<Record<string, unknown>>
  readonly link: string
}

/** What emails of news say in one language. */
export interface Sentences {
  say(notice: AnnouncedNotification): string
  readonly open: (space: string) => string
  readonly home: string
  readonly settings: string
  readonly several: (count: number) => string
  readonly getDay: (count: number) => string
  readonly more: (count: number) => string
}

interface Facts {
  readonly who: string
  readonly whom: string
  readonly mine: boolean
  readonly space: string
  readonly role: string
  /** What `data` says by the type: `granted`, `failed`, `accepted`, or what a limit counts. */
  readonly granted: boolean
  readonly failed: boolean
  readonly accepted: boolean
  readonly counted: 'spaces' | 'members' | 'storage'
}

/** By type; `other` is what a server of another version wrote. */
type Words = Readonly<Record<number | 'other', (facts: Facts) => string>>

interface Language extends Omit<Sentences, 'say'> {
  readonly somebody: string
  readonly roles: Readonly<Record<Role, string>>
  readonly words: Words
}

const en: Language = {
  somebody: 'A former user',
  roles: {
    owner: 'owner',
    admin: 'admin',
    editor: 'editor',
    contributor: 'contributor',
    commenter: 'commenter',
    viewer: 'viewer',
  },
  words: {
    1001: ({ who, space }) => `${who} joined “${space}”.`,
    1002: ({ who, mine, space }) =>
      mine ? `You are no longer a member of “${space}”.` : `${who} is no longer a member of “${space}”.`,
    1003: ({ who, whom, mine, space, role }) =>
      mine
        ? `${who} changed your role in “${space}” to ${role}.`
        : `${who} changed ${whom}’s role in “${space}” to ${role}.`,
    1004: ({ who, whom, mine, space }) =>
      mine
        ? `You’re now the owner of “${space}”, replacing ${whom}.`
        : `${who} is now the owner of “${space}”.`,
    1005: ({ who, space }) => `${who} mentioned you in “${space}”.`,
    1006: ({ who, space }) => `${who} commented in “${space}”.`,
    1007: ({ who, space }) => `${who} requested access to “${space}”.`,
    1008: ({ who, space, granted }) =>
      granted ? `${who} gave you access to “${space}”.` : `Your access request for “${space}” was declined.`,
    1009: ({ who, space }) => `${who} invited you to “${space}”.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `“${space}” is close to its seat limit.`
        : counted === 'storage'
          ? 'You’re close to your plan’s storage limit.'
          : 'You’re close to your plan’s board limit.',
    1011: ({ failed }) => (failed ? 'A payment failed.' : 'Your plan ends soon.'),
    1012: ({ who, space }) => `${who} suggested changes in “${space}”.`,
    1013: ({ who, space, accepted }) =>
      accepted
        ? `${who} accepted your suggestions in “${space}”.`
        : `${who} rejected your suggestions in “${space}”.`,
    other: ({ space }) => `Something new happened in “${space}”.`,
  },
  open: (space) => `Open “${space}”`,
  home: 'Open Tavla',
  settings: 'Email notification settings',
  several: (count) => `${count} new notifications in Tavla`,
  getDay: (count) =>
    count === 1
      ? 'Your daily Tavla digest: 1 notification'
      : `Your daily Tavla digest: ${count} notifications`,
  more: (count) => `And ${count} more.`,
}

const de: Language = {
  somebody: 'Ein ehemaliger Nutzer',
  roles: {
    owner: 'Eigentümer',
    admin: 'Admin',
    editor: 'Bearbeiter',
    contributor: 'Mitwirkender',
    commenter: 'Kommentator',
    viewer: 'Betrachter',
  },
  words: {
    1001: ({ who, space }) => `${who} ist „${space}“ beigetreten.`,
    1002: ({ who, mine, space }) =>
      mine ? `Du bist nicht mehr Mitglied von „${space}“.` : `${who} ist nicht mehr Mitglied von „${space}“.`,
    1003: ({ who, whom, mine, space, role }) =>
      mine
        ? `${who} hat deine Rolle in „${space}“ geändert: ${role}.`
        : `${who} hat die Rolle von ${whom} in „${space}“ geändert: ${role}.`,
    1004: ({ who, whom, mine, space }) =>
      mine
        ? `Du bist jetzt Eigentümer von „${space}“ (zuvor ${whom}).`
        : `${who} ist jetzt Eigentümer von „${space}“.`,
    1005: ({ who, space }) => `${who} hat dich in „${space}“ erwähnt.`,
    1006: ({ who, space }) => `${who} hat in „${space}“ kommentiert.`,
    1007: ({ who, space }) => `${who} bittet um Zugriff auf „${space}“.`,
    1008: ({ who, space, granted }) =>
      granted
        ? `${who} hat dir Zugriff auf „${space}“ gewährt.`
        : `Deine Zugriffsanfrage für „${space}“ wurde abgelehnt.`,
    1009: ({ who, space }) => `${who} hat dich zu „${space}“ eingeladen.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `„${space}“ erreicht bald das Limit für Plätze.`
        : counted === 'storage'
          ? 'Du erreichst bald das Speicherlimit deines Tarifs.'
          : 'Du erreichst bald das Tafellimit deines Tarifs.',
    1011: ({ failed }) => (failed ? 'Eine Zahlung ist fehlgeschlagen.' : 'Dein Tarif läuft bald ab.'),
    1012: ({ who, space }) => `${who} schlägt Änderungen in „${space}“ vor.`,
    1013: ({ who, space, accepted }) =>
      accepted
        ? `${who} hat deine Vorschläge in „${space}“ angenommen.`
        : `${who} hat deine Vorschläge in „${space}“ abgelehnt.`,
    other: ({ space }) => `In „${space}“ gibt es etwas Neues.`,
  },
  open: (space) => `„${space}“ öffnen`,
  home: 'Tavla öffnen',
  settings: 'E-Mail-Benachrichtigungen verwalten',
  several: (count) => `${count} neue Benachrichtigungen in Tavla`,
  getDay: (count) =>
    count === 1
      ? 'Deine tägliche Tavla-Zusammenfassung: 1 Benachrichtigung'
      : `Deine tägliche Tavla-Zusammenfassung: ${count} Benachrichtigungen`,
  more: (count) => `Und ${count} weitere.`,
}

const sv: Language = {
  somebody: 'En tidigare användare',
  roles: {
    owner: 'ägare',
    admin: 'administratör',
    editor: 'redigerare',
    contributor: 'bidragare',
    commenter: 'kommentator',
    viewer: 'läsare',
  },
  words: {
    1001: ({ who, space }) => `${who} har gått med i ”${space}”.`,
    1002: ({ who, mine, space }) =>
      mine ? `Du är inte längre medlem i ”${space}”.` : `${who} är inte längre medlem i ”${space}”.`,
    1003: ({ who, whom, mine, space, role }) =>
      mine
        ? `${who} ändrade din roll i ”${space}” till ${role}.`
        : `${who} ändrade rollen för ${whom} i ”${space}” till ${role}.`,
    1004: ({ who, whom, mine, space }) =>
      mine ? `Du är nu ägare till ”${space}” i stället för ${whom}.` : `${who} är nu ägare till ”${space}”.`,
    1005: ({ who, space }) => `${who} nämnde dig i ”${space}”.`,
    1006: ({ who, space }) => `${who} kommenterade i ”${space}”.`,
    1007: ({ who, space }) => `${who} begärde åtkomst till ”${space}”.`,
    1008: ({ who, space, granted }) =>
      granted ? `${who} gav dig åtkomst till ”${space}”.` : `Din begäran om åtkomst till ”${space}” avslogs.`,
    1009: ({ who, space }) => `${who} har bjudit in dig till ”${space}”.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `”${space}” är nära gränsen för antal platser.`
        : counted === 'storage'
          ? 'Du är nära planens gräns för lagring.'
          : 'Du är nära planens gräns för tavlor.',
    1011: ({ failed }) => (failed ? 'En betalning misslyckades.' : 'Din plan går snart ut.'),
    1012: ({ who, space }) => `${who} föreslog ändringar i ”${space}”.`,
    1013: ({ who, space, accepted }) =>
      accepted ? `${who} godkände dina förslag i ”${space}”.` : `${who} avvisade dina förslag i ”${space}”.`,
    other: ({ space }) => `Något nytt har hänt i ”${space}”.`,
  },
  open: (space) => `Öppna ”${space}”`,
  home: 'Öppna Tavla',
  settings: 'Hantera e-postaviseringar',
  several: (count) => `${count} nya aviseringar i Tavla`,
  getDay: (count) =>
    count === 1
      ? 'Din dagliga sammanfattning från Tavla: 1 avisering'
      : `Din dagliga sammanfattning från Tavla: ${count} aviseringar`,
  more: (count) => `Och ${count} till.`,
}

const languages: Readonly<Record<EmailLanguage, Language>> = { en, de, sv }

export function getSentences(lang: EmailLanguage): Sentences {
  const { somebody, roles, words, ...rest } = languages[lang]
  const getName = (name: string | null) => (name === null ? somebody : oneLine(name))
  return {
    ...rest,
    say({ type, who, whom, mine, space, data }) {
      const word = words[type] ?? words.other
      return word({
        who: getName(who),
        whom: getName(whom),
        mine,
        space: oneLine(space),
        role: roles[data['to_role'] as Role] ?? '',
        granted: data['granted'] === true,
        failed: data['reason'] === 'failed',
        accepted: data['accepted'] === true,
        counted: data['of'] === 'members' || data['of'] === 'storage' ? data['of'] : 'spaces',
      })
    },
  }
}
