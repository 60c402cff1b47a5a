import { socialNames, SocialProvider } from '@tavla/contract'
import { z } from 'zod'
import {
  type Letter,
  type LetterLanguage,
  letterIn,
  letterLanguage,
  type Wording,
} from '../../ports/mail/letter.ts'

/** What a person is told by mail, so that they notice what somebody else does with their account. */
export const SecurityNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.enum(['provider_joined', 'provider_left']), provider: SocialProvider }),
])
export type SecurityNotice = z.output<typeof SecurityNotice>

interface Facts {
  /** Browser and system; empty: not known. */
  readonly device: string
  readonly at: number
  readonly settings: string
  readonly login: string
}

type Texts = Readonly<Record<SecurityNotice['kind'], (provider: string) => Wording>>

/** Tells a person what was done with their account, and what to do if it was not them. */
export function securityLetter(lang: string, notice: SecurityNotice, facts: Facts): Letter {
  const provider = 'provider' in notice ? socialNames[notice.provider] : ''
  const write = (language: LetterLanguage) => texts(language, facts)[notice.kind](provider)
  return letterIn(lang, { en: write('en'), de: write('de'), sv: write('sv') })
}

/** To the minute, in a time that is the same everywhere, since nobody has told us theirs. */
const timeIn = (lang: LetterLanguage, at: number): string =>
  `${new Intl.DateTimeFormat(letterLanguage(lang), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} (UTC)`

function texts(lang: LetterLanguage, facts: Facts): Texts {
  const time = timeIn(lang, facts.at)
  return { en: english, de: german, sv: swedish }[lang]({ ...facts, time })
}

type Told = Facts & { readonly time: string }

function english({ device, time, settings, login }: Told): Texts {
  const seen = `Device: ${device === '' ? 'not known' : device}. Time: ${time}.`
  const ifNot =
    'Was it you? Then there is nothing to do. If not: change your password, which ends all other sessions.'
  const open = { label: 'Open my settings', link: settings }
  return {
    sign_in: () => ({
      subject: 'A new sign-in to Tavla',
      parts: ['Somebody signed in to your account with a device we had not seen before.', seen, ifNot, open],
    }),
    password: () => ({
      subject: 'Your Tavla password was changed',
      parts: [
        'Your account has a new password, and all other sessions have ended.',
        seen,
        'Was it not you? Ask for a new password on the login page: the link comes to this address.',
        { label: 'Go to the login page', link: login },
      ],
    }),
    email: () => ({
      subject: 'Your Tavla address was changed',
      parts: [
        'Your account now belongs to another e-mail address. This one no longer signs in.',
        seen,
        'Was it not you? Tell whoever runs your Tavla at once.',
        { label: 'Go to the login page', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} now signs in to your Tavla account`,
      parts: [
        `From now on ${provider} opens your account, too.`,
        seen,
        'Was it not you? Disconnect it.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} no longer signs in to your Tavla account`,
      parts: [`${provider} was disconnected from your account.`, seen, ifNot, open],
    }),
  }
}

function german({ device, time, settings, login }: Told): Texts {
  const seen = `Gerät: ${device === '' ? 'nicht bekannt' : device}. Zeit: ${time}.`
  const ifNot =
    'Warst du das? Dann ist nichts zu tun. Wenn nicht: Ändere dein Passwort, das beendet alle anderen Anmeldungen.'
  const open = { label: 'Meine Einstellungen öffnen', link: settings }
  return {
    sign_in: () => ({
      subject: 'Eine neue Anmeldung bei Tavla',
      parts: [
        'Jemand hat sich mit einem Gerät, das neu ist, bei deinem Konto angemeldet.',
        seen,
        ifNot,
        open,
      ],
    }),
    password: () => ({
      subject: 'Dein Tavla-Passwort wurde geändert',
      parts: [
        'Dein Konto hat ein neues Passwort, und alle anderen Anmeldungen sind beendet.',
        seen,
        'Das warst nicht du? Fordere auf der Anmeldeseite ein neues Passwort an: Der Link kommt an diese Adresse.',
        { label: 'Zur Anmeldeseite', link: login },
      ],
    }),
    email: () => ({
      subject: 'Deine Tavla-Adresse wurde geändert',
      parts: [
        'Dein Konto gehört jetzt zu einer anderen E-Mail-Adresse. Mit dieser kann man sich nicht mehr anmelden.',
        seen,
        'Das warst nicht du? Melde dich sofort bei denen, die dein Tavla betreiben.',
        { label: 'Zur Anmeldeseite', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} öffnet jetzt dein Tavla-Konto`,
      parts: [
        `Von jetzt an führt auch ${provider} zu deinem Konto.`,
        seen,
        'Das warst nicht du? Trenne es.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} öffnet dein Tavla-Konto nicht mehr`,
      parts: [`${provider} wurde von deinem Konto getrennt.`, seen, ifNot, open],
    }),
  }
}

function swedish({ device, time, settings, login }: Told): Texts {
  const seen = `Enhet: ${device === '' ? 'okänd' : device}. Tid: ${time}.`
  const ifNot =
    'Var det du? Då behöver du inte göra något. Om inte: byt lösenord, det avslutar alla andra inloggningar.'
  const open = { label: 'Öppna mina inställningar', link: settings }
  return {
    sign_in: () => ({
      subject: 'En ny inloggning i Tavla',
      parts: ['Någon har loggat in på ditt konto med en enhet som är ny.', seen, ifNot, open],
    }),
    password: () => ({
      subject: 'Ditt lösenord för Tavla har ändrats',
      parts: [
        'Ditt konto har ett nytt lösenord, och alla andra inloggningar är avslutade.',
        seen,
        'Var det inte du? Be om ett nytt lösenord på inloggningssidan: länken kommer till den här adressen.',
        { label: 'Till inloggningssidan', link: login },
      ],
    }),
    email: () => ({
      subject: 'Din adress i Tavla har ändrats',
      parts: [
        'Ditt konto hör nu till en annan e-postadress. Med den här går det inte längre att logga in.',
        seen,
        'Var det inte du? Hör genast av dig till dem som driver din Tavla.',
        { label: 'Till inloggningssidan', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} öppnar nu ditt Tavla-konto`,
      parts: [
        `Från och med nu leder även ${provider} till ditt konto.`,
        seen,
        'Var det inte du? Koppla från det.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} öppnar inte längre ditt Tavla-konto`,
      parts: [`${provider} har kopplats från ditt konto.`, seen, ifNot, open],
    }),
  }
}
