import { type Email, writeEmail } from '../../../ports/mail/email.ts'

/** Confirms an address by a code. */
export function createAddressEmail(lang: string, code: string): Email {
  return writeEmail(lang, {
    en: {
      subject: `${code} is your Tavla code`,
      parts: [
        { label: 'Your code', code },
        'Enter it in Tavla to confirm your email address. The code expires in ten minutes.',
        'If you didn’t request this, you can ignore this email.',
      ],
    },
    de: {
      subject: `${code} ist dein Tavla-Code`,
      parts: [
        { label: 'Dein Code', code },
        'Gib ihn in Tavla ein, um deine E-Mail-Adresse zu bestätigen. Der Code gilt zehn Minuten.',
        'Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren.',
      ],
    },
    sv: {
      subject: `${code} är din Tavla-kod`,
      parts: [
        { label: 'Din kod', code },
        'Ange den i Tavla för att bekräfta din e-postadress. Koden gäller i tio minuter.',
        'Om du inte har begärt det här kan du bortse från mejlet.',
      ],
    },
  })
}

/** Confirms that an account is to be deleted. */
export function createDeletionEmail(lang: string, code: string): Email {
  return writeEmail(lang, {
    en: {
      subject: `${code} is your code to delete your Tavla account`,
      parts: [
        { label: 'Your code', code },
        'Enter it only if you want to permanently delete your account and everything in it. The code expires in ten minutes.',
        'If you didn’t request this, change your password: someone else may be signed in to your account.',
      ],
    },
    de: {
      subject: `${code} ist dein Code zum Löschen deines Tavla-Kontos`,
      parts: [
        { label: 'Dein Code', code },
        'Gib ihn nur ein, wenn du dein Konto und alles darin endgültig löschen möchtest. Der Code gilt zehn Minuten.',
        'Wenn du das nicht angefordert hast, ändere dein Passwort: Vielleicht ist jemand anderes in deinem Konto angemeldet.',
      ],
    },
    sv: {
      subject: `${code} är din kod för att radera ditt Tavla-konto`,
      parts: [
        { label: 'Din kod', code },
        'Ange den bara om du vill radera ditt konto och allt i det permanent. Koden gäller i tio minuter.',
        'Om du inte har begärt det här bör du byta lösenord. Någon annan kan vara inloggad på ditt konto.',
      ],
    },
  })
}

/** Leads to a new password. */
export function createResetEmail(lang: string, link: string): Email {
  return writeEmail(lang, {
    en: {
      subject: 'Reset your Tavla password',
      parts: [
        'Open this link to choose a new password:',
        { label: 'Choose a new password', link },
        'The link works once, for one hour. Choosing a new password signs you out on all other devices.',
        'If you didn’t request this, you can ignore this email. Your password stays the same.',
      ],
    },
    de: {
      subject: 'Setze dein Tavla-Passwort zurück',
      parts: [
        'Öffne diesen Link, um ein neues Passwort zu wählen:',
        { label: 'Neues Passwort wählen', link },
        'Der Link gilt einmal und eine Stunde lang. Mit dem neuen Passwort wirst du auf allen anderen Geräten abgemeldet.',
        'Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren. Dein Passwort bleibt unverändert.',
      ],
    },
    sv: {
      subject: 'Återställ ditt lösenord för Tavla',
      parts: [
        'Öppna länken för att välja ett nytt lösenord:',
        { label: 'Välj nytt lösenord', link },
        'Länken fungerar en gång, i en timme. När du väljer ett nytt lösenord loggas du ut på alla andra enheter.',
        'Om du inte har begärt det här kan du bortse från mejlet. Ditt lösenord ändras inte.',
      ],
    },
  })
}
