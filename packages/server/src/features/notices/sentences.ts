import type { Role } from '@tavla/contract'
import { type LetterLanguage, oneLine } from '../../ports/mail/letter.ts'

/** A notice with names instead of uids. */
export interface ToldNotice {
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

/** What letters of news say in one language. */
export interface Sentences {
  say(notice: ToldNotice): string
  readonly open: (space: string) => string
  readonly home: string
  readonly settings: string
  readonly several: (count: number) => string
  readonly dayOf: (count: number) => string
  readonly more: (count: number) => string
}

interface Facts {
  readonly who: string
  readonly whom: string
  readonly mine: boolean
  readonly space: string
  readonly role: string
  /** What `data` says by the type: `granted`, `failed`, or what a limit counts. */
  readonly granted: boolean
  readonly failed: boolean
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
  somebody: 'Somebody who is no longer here',
  roles: {
    owner: 'owner',
    admin: 'admin',
    editor: 'editor',
    contributor: 'contributor',
    commenter: 'commenter',
    viewer: 'viewer',
  },
  words: {
    1001: ({ who, space }) => `${who} has joined “${space}”.`,
    1002: ({ who, mine, space }) =>
      mine ? `You are no longer a member of “${space}”.` : `${who} is no longer a member of “${space}”.`,
    1003: ({ who, whom, mine, space, role }) =>
      mine
        ? `${who} changed your role in “${space}” to ${role}.`
        : `${who} changed the role of ${whom} in “${space}” to ${role}.`,
    1004: ({ who, whom, mine, space }) =>
      mine ? `You now own “${space}”, which ${whom} owned before.` : `${who} now owns “${space}”.`,
    1005: ({ who, space }) => `${who} mentioned you in “${space}”.`,
    1006: ({ who, space }) => `${who} commented in “${space}”.`,
    1007: ({ who, space }) => `${who} asks for access to “${space}”.`,
    1008: ({ who, space, granted }) =>
      granted ? `${who} let you into “${space}”.` : `Your request for access to “${space}” was declined.`,
    1009: ({ who, space }) => `${who} invites you to “${space}”.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `“${space}” has little room left for members.`
        : counted === 'storage'
          ? 'Little room for files is left in your plan.'
          : 'Little room for boards of your own is left in your plan.',
    1011: ({ failed }) => (failed ? 'A payment did not go through.' : 'Your plan is about to end.'),
    other: ({ space }) => `Something new happened in “${space}”.`,
  },
  open: (space) => `Open “${space}”`,
  home: 'Open Tavla',
  settings: 'Choose what comes by mail',
  several: (count) => `${count} new things in Tavla`,
  dayOf: (count) =>
    count === 1 ? 'Your day in Tavla: one new thing' : `Your day in Tavla: ${count} new things`,
  more: (count) => `And ${count} more.`,
}

const de: Language = {
  somebody: 'Jemand (nicht mehr hier)',
  roles: {
    owner: 'Eigentum',
    admin: 'Administration',
    editor: 'Bearbeiten',
    contributor: 'Beitragen',
    commenter: 'Kommentieren',
    viewer: 'Ansehen',
  },
  words: {
    1001: ({ who, space }) => `${who} ist bei „${space}“ dabei.`,
    1002: ({ who, mine, space }) =>
      mine ? `Du bist nicht mehr Mitglied von „${space}“.` : `${who} ist nicht mehr Mitglied von „${space}“.`,
    1003: ({ who, whom, mine, space, role }) =>
      mine
        ? `${who} hat deine Rolle in „${space}“ geändert: ${role}.`
        : `${who} hat die Rolle von ${whom} in „${space}“ geändert: ${role}.`,
    1004: ({ who, whom, mine, space }) =>
      mine ? `„${space}“ gehört jetzt dir, vorher ${whom}.` : `„${space}“ gehört jetzt ${who}.`,
    1005: ({ who, space }) => `${who} hat dich in „${space}“ erwähnt.`,
    1006: ({ who, space }) => `${who} hat in „${space}“ kommentiert.`,
    1007: ({ who, space }) => `${who} bittet um Zugang zu „${space}“.`,
    1008: ({ who, space, granted }) =>
      granted
        ? `${who} hat dich in „${space}“ hereingelassen.`
        : `Deine Bitte um Zugang zu „${space}“ wurde abgelehnt.`,
    1009: ({ who, space }) => `${who} lädt dich zu „${space}“ ein.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `In „${space}“ ist wenig Platz für Mitglieder übrig.`
        : counted === 'storage'
          ? 'In deinem Tarif ist wenig Platz für Dateien übrig.'
          : 'In deinem Tarif ist wenig Platz für eigene Tafeln übrig.',
    1011: ({ failed }) => (failed ? 'Eine Zahlung ist nicht durchgegangen.' : 'Dein Tarif läuft bald aus.'),
    other: ({ space }) => `In „${space}“ gibt es etwas Neues.`,
  },
  open: (space) => `„${space}“ öffnen`,
  home: 'Tavla öffnen',
  settings: 'Wählen, was per Mail kommt',
  several: (count) => `${count} Neuigkeiten in Tavla`,
  dayOf: (count) =>
    count === 1 ? 'Dein Tag in Tavla: eine Neuigkeit' : `Dein Tag in Tavla: ${count} Neuigkeiten`,
  more: (count) => `Und ${count} weitere.`,
}

const sv: Language = {
  somebody: 'Någon som inte längre är här',
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
      mine ? `Du äger nu ”${space}”, som ${whom} ägde förut.` : `${who} äger nu ”${space}”.`,
    1005: ({ who, space }) => `${who} nämnde dig i ”${space}”.`,
    1006: ({ who, space }) => `${who} kommenterade i ”${space}”.`,
    1007: ({ who, space }) => `${who} ber om åtkomst till ”${space}”.`,
    1008: ({ who, space, granted }) =>
      granted ? `${who} släppte in dig i ”${space}”.` : `Din begäran om åtkomst till ”${space}” avslogs.`,
    1009: ({ who, space }) => `${who} bjuder in dig till ”${space}”.`,
    1010: ({ space, counted }) =>
      counted === 'members'
        ? `Det är inte mycket plats kvar för medlemmar i ”${space}”.`
        : counted === 'storage'
          ? 'Det är inte mycket plats kvar för filer i din plan.'
          : 'Det är inte mycket plats kvar för egna tavlor i din plan.',
    1011: ({ failed }) => (failed ? 'En betalning gick inte igenom.' : 'Din plan går snart ut.'),
    other: ({ space }) => `Något nytt har hänt i ”${space}”.`,
  },
  open: (space) => `Öppna ”${space}”`,
  home: 'Öppna Tavla',
  settings: 'Välj vad som kommer med e-post',
  several: (count) => `${count} nyheter i Tavla`,
  dayOf: (count) => (count === 1 ? 'Din dag i Tavla: en nyhet' : `Din dag i Tavla: ${count} nyheter`),
  more: (count) => `Och ${count} till.`,
}

const languages: Readonly<Record<LetterLanguage, Language>> = { en, de, sv }

export function sentencesIn(lang: LetterLanguage): Sentences {
  const { somebody, roles, words, ...rest } = languages[lang]
  const nameOf = (name: string | null) => (name === null ? somebody : oneLine(name))
  return {
    ...rest,
    say({ type, who, whom, mine, space, data }) {
      const word = words[type] ?? words.other
      return word({
        who: nameOf(who),
        whom: nameOf(whom),
        mine,
        space: oneLine(space),
        role: roles[data['to_role'] as Role] ?? '',
        granted: data['granted'] === true,
        failed: data['reason'] === 'failed',
        counted: data['of'] === 'members' || data['of'] === 'storage' ? data['of'] : 'spaces',
      })
    },
  }
}
