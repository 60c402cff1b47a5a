import { type Letter, letterIn } from '../../ports/mail/letter.ts'

/** Confirms an address by a code. */
export function addressLetter(lang: string, code: string): Letter {
  return letterIn(lang, {
    en: {
      subject: `${code} is your Tavla code`,
      parts: [
        { label: 'Your code', code },
        'Enter it in Tavla to confirm this address. It works for ten minutes.',
        'You did not ask for it? Somebody may have typed your address by mistake: do nothing.',
      ],
    },
    de: {
      subject: `${code} ist dein Tavla-Code`,
      parts: [
        { label: 'Dein Code', code },
        'Gib ihn in Tavla ein, um diese Adresse zu bestätigen. Er gilt zehn Minuten.',
        'Du hast ihn nicht angefordert? Dann hat sich vielleicht jemand vertippt, und du musst nichts tun.',
      ],
    },
    sv: {
      subject: `${code} är din Tavla-kod`,
      parts: [
        { label: 'Din kod', code },
        'Skriv in den i Tavla för att bekräfta den här adressen. Den gäller i tio minuter.',
        'Har du inte bett om den? Då har någon kanske skrivit fel adress, och du behöver inte göra något.',
      ],
    },
  })
}

/** Confirms that an account is to be deleted. */
export function deletionLetter(lang: string, code: string): Letter {
  return letterIn(lang, {
    en: {
      subject: `${code} deletes your Tavla account`,
      parts: [
        { label: 'Your code', code },
        'Enter it only if you want to delete your account and everything in it for good. It works for ten minutes.',
        'You did not ask for it? Change your password: somebody may be signed in as you.',
      ],
    },
    de: {
      subject: `${code} löscht dein Tavla-Konto`,
      parts: [
        { label: 'Dein Code', code },
        'Gib ihn nur ein, wenn du dein Konto und alles darin endgültig löschen willst. Er gilt zehn Minuten.',
        'Du hast ihn nicht angefordert? Dann ändere dein Passwort: Vielleicht ist jemand als du angemeldet.',
      ],
    },
    sv: {
      subject: `${code} raderar ditt Tavla-konto`,
      parts: [
        { label: 'Din kod', code },
        'Skriv in den bara om du vill radera ditt konto och allt i det för gott. Den gäller i tio minuter.',
        'Har du inte bett om den? Byt lösenord: någon kan vara inloggad som du.',
      ],
    },
  })
}

/** Leads to a new password. */
export function resetLetter(lang: string, link: string): Letter {
  return letterIn(lang, {
    en: {
      subject: 'A new password for Tavla',
      parts: [
        'Open this link to choose a new password:',
        { label: 'Choose a password', link },
        'It works once, for one hour, and ends all your other sessions.',
        'You did not ask for it? Do nothing: your password stays as it is.',
      ],
    },
    de: {
      subject: 'Ein neues Passwort für Tavla',
      parts: [
        'Öffne diesen Link, um ein neues Passwort zu wählen:',
        { label: 'Passwort wählen', link },
        'Er funktioniert einmal, eine Stunde lang, und beendet alle deine anderen Anmeldungen.',
        'Du hast ihn nicht angefordert? Dann tu nichts: Dein Passwort bleibt, wie es ist.',
      ],
    },
    sv: {
      subject: 'Ett nytt lösenord för Tavla',
      parts: [
        'Öppna den här länken för att välja ett nytt lösenord:',
        { label: 'Välj lösenord', link },
        'Den fungerar en gång, i en timme, och avslutar alla dina andra inloggningar.',
        'Har du inte bett om den? Gör ingenting: ditt lösenord förblir som det är.',
      ],
    },
  })
}
