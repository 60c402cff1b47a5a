import { socialNames, SocialProvider } from '@tavla/contract'
import { z } from 'zod'
import {
  type Email,
  type EmailLanguage,
  writeEmail,
  emailLanguage,
  type Wording,
} from '../../../ports/mail/email.ts'

/** What a person is told by mail, so that they notice what somebody else does with their account. */
export const SecurityNotification = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.enum(['provider_joined', 'provider_left']), provider: SocialProvider }),
])
export type SecurityNotification = z.output<typeof SecurityNotification>

interface Facts {
  /** Browser and system; empty: not known. */
  readonly device: string
  readonly at: number
  readonly settings: string
  readonly login: string
}

type Texts = Readonly<Record<SecurityNotification['kind'], (provider: string) => Wording>>

/** Tells a person what was done with their account, and what to do if it was not them. */
export function createSecurityEmail(lang: string, notice: SecurityNotification, facts: Facts): Email {
  const provider = 'provider' in notice ? socialNames[notice.provider] : ''
  const write = (language: EmailLanguage) => texts(language, facts)[notice.kind](provider)
  return writeEmail(lang, { en: write('en'), de: write('de'), sv: write('sv') })
}

/** To the minute, in a time that is the same everywhere, since nobody has told us theirs. */
const getTime = (lang: EmailLanguage, at: number): string =>
  `${new Intl.DateTimeFormat(emailLanguage(lang), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} (UTC)`

function texts(lang: EmailLanguage, facts: Facts): Texts {
  const time = getTime(lang, facts.at)
  return { en: english, de: german, sv: swedish }[lang]({ ...facts, time })
}

type Announced = Facts & { readonly time: string }

function english({ device, time, settings, login }: Announced): Texts {
  const seen = `Device: ${device === '' ? 'unknown' : device}. Time: ${time}.`
  const ifNot =
    'If this was you, you don’t need to do anything. If not, change your password to sign out all other devices.'
  const open = { label: 'Open settings', link: settings }
  return {
    sign_in: () => ({
      subject: 'New sign-in to Tavla',
      parts: [
        'There was a new sign-in to your account from a device we haven’t seen before.',
        seen,
        ifNot,
        open,
      ],
    }),
    password: () => ({
      subject: 'Your Tavla password was changed',
      parts: [
        'Your account has a new password, and all other devices were signed out.',
        seen,
        'If this wasn’t you, reset your password on the sign-in page. We’ll send the link to this address.',
        { label: 'Go to the sign-in page', link: login },
      ],
    }),
    email: () => ({
      subject: 'Your Tavla email address was changed',
      parts: [
        'Your account now uses a different email address. You can no longer sign in with this one.',
        seen,
        'If this wasn’t you, contact the administrator of your Tavla server right away.',
        { label: 'Go to the sign-in page', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} was connected to your Tavla account`,
      parts: [
        `You can now sign in to your account with ${provider}.`,
        seen,
        'If this wasn’t you, disconnect it in your settings.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} was disconnected from your Tavla account`,
      parts: [`You can no longer sign in to your account with ${provider}.`, seen, ifNot, open],
    }),
  }
}

function german({ device, time, settings, login }: Announced): Texts {
  const seen = `Gerät: ${device === '' ? 'unbekannt' : device}. Zeit: ${time}.`
  const ifNot =
    'Wenn du das warst, musst du nichts tun. Wenn nicht, ändere dein Passwort, um alle anderen Geräte abzumelden.'
  const open = { label: 'Einstellungen öffnen', link: settings }
  return {
    sign_in: () => ({
      subject: 'Neue Anmeldung bei Tavla',
      parts: ['Bei deinem Konto gab es eine Anmeldung von einem neuen Gerät.', seen, ifNot, open],
    }),
    password: () => ({
      subject: 'Dein Tavla-Passwort wurde geändert',
      parts: [
        'Dein Konto hat ein neues Passwort, und alle anderen Geräte wurden abgemeldet.',
        seen,
        'Wenn du das nicht warst, setze dein Passwort auf der Anmeldeseite zurück. Wir senden den Link an diese Adresse.',
        { label: 'Zur Anmeldeseite', link: login },
      ],
    }),
    email: () => ({
      subject: 'Deine E-Mail-Adresse bei Tavla wurde geändert',
      parts: [
        'Dein Konto verwendet jetzt eine andere E-Mail-Adresse. Mit dieser kannst du dich nicht mehr anmelden.',
        seen,
        'Wenn du das nicht warst, wende dich sofort an die Administration deines Tavla-Servers.',
        { label: 'Zur Anmeldeseite', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} wurde mit deinem Tavla-Konto verbunden`,
      parts: [
        `Du kannst dich jetzt mit ${provider} bei deinem Konto anmelden.`,
        seen,
        'Wenn du das nicht warst, trenne die Verbindung in deinen Einstellungen.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} wurde von deinem Tavla-Konto getrennt`,
      parts: [`Du kannst dich nicht mehr mit ${provider} bei deinem Konto anmelden.`, seen, ifNot, open],
    }),
  }
}

function swedish({ device, time, settings, login }: Announced): Texts {
  const seen = `Enhet: ${device === '' ? 'okänd' : device}. Tid: ${time}.`
  const ifNot =
    'Om det var du behöver du inte göra något. Om inte, byt lösenord för att logga ut alla andra enheter.'
  const open = { label: 'Öppna inställningar', link: settings }
  return {
    sign_in: () => ({
      subject: 'Ny inloggning i Tavla',
      parts: ['Någon har loggat in på ditt konto från en ny enhet.', seen, ifNot, open],
    }),
    password: () => ({
      subject: 'Ditt lösenord för Tavla har ändrats',
      parts: [
        'Ditt konto har ett nytt lösenord, och alla andra enheter har loggats ut.',
        seen,
        'Om det inte var du återställer du lösenordet på inloggningssidan. Vi skickar länken till den här adressen.',
        { label: 'Gå till inloggningssidan', link: login },
      ],
    }),
    email: () => ({
      subject: 'Din e-postadress i Tavla har ändrats',
      parts: [
        'Ditt konto använder nu en annan e-postadress. Du kan inte längre logga in med den här.',
        seen,
        'Om det inte var du bör du genast kontakta administratören för din Tavla-server.',
        { label: 'Gå till inloggningssidan', link: login },
      ],
    }),
    provider_joined: (provider) => ({
      subject: `${provider} har kopplats till ditt Tavla-konto`,
      parts: [
        `Du kan nu logga in på ditt konto med ${provider}.`,
        seen,
        'Om det inte var du kopplar du bort det i inställningarna.',
        open,
      ],
    }),
    provider_left: (provider) => ({
      subject: `${provider} har kopplats bort från ditt Tavla-konto`,
      parts: [`Du kan inte längre logga in på ditt konto med ${provider}.`, seen, ifNot, open],
    }),
  }
}
