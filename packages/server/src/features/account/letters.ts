import { type Letter, letterLanguage, signed } from '../../ports/mail/letter.ts'

/** Confirms an address by a code. */
export function addressLetter(lang: string, code: string): Letter {
  switch (letterLanguage(lang)) {
    case 'de':
      return {
        subject: `${code} ist dein Tavla-Code`,
        text: signed(
          `Dein Code: ${code}`,
          'Gib ihn in Tavla ein, um diese Adresse zu bestätigen. Er gilt zehn Minuten.',
          'Du hast ihn nicht angefordert? Dann hat sich vielleicht jemand vertippt, und du musst nichts tun.',
        ),
      }
    case 'sv':
      return {
        subject: `${code} är din Tavla-kod`,
        text: signed(
          `Din kod: ${code}`,
          'Skriv in den i Tavla för att bekräfta den här adressen. Den gäller i tio minuter.',
          'Har du inte bett om den? Då har någon kanske skrivit fel adress, och du behöver inte göra något.',
        ),
      }
    case 'en':
      return {
        subject: `${code} is your Tavla code`,
        text: signed(
          `Your code: ${code}`,
          'Enter it in Tavla to confirm this address. It works for ten minutes.',
          'You did not ask for it? Somebody may have typed your address by mistake: do nothing.',
        ),
      }
  }
}

/** Confirms that an account is to be deleted. */
export function deletionLetter(lang: string, code: string): Letter {
  switch (letterLanguage(lang)) {
    case 'de':
      return {
        subject: `${code} löscht dein Tavla-Konto`,
        text: signed(
          `Dein Code: ${code}`,
          'Gib ihn nur ein, wenn du dein Konto und alles darin endgültig löschen willst. Er gilt zehn Minuten.',
          'Du hast ihn nicht angefordert? Dann ändere dein Passwort: Vielleicht ist jemand als du angemeldet.',
        ),
      }
    case 'sv':
      return {
        subject: `${code} raderar ditt Tavla-konto`,
        text: signed(
          `Din kod: ${code}`,
          'Skriv in den bara om du vill radera ditt konto och allt i det för gott. Den gäller i tio minuter.',
          'Har du inte bett om den? Byt lösenord: någon kan vara inloggad som du.',
        ),
      }
    case 'en':
      return {
        subject: `${code} deletes your Tavla account`,
        text: signed(
          `Your code: ${code}`,
          'Enter it only if you want to delete your account and everything in it for good. It works for ten minutes.',
          'You did not ask for it? Change your password: somebody may be signed in as you.',
        ),
      }
  }
}

/** Leads to a new password. */
export function resetLetter(lang: string, link: string): Letter {
  switch (letterLanguage(lang)) {
    case 'de':
      return {
        subject: 'Ein neues Passwort für Tavla',
        text: signed(
          'Öffne diesen Link, um ein neues Passwort zu wählen:',
          link,
          'Er funktioniert einmal, eine Stunde lang, und beendet alle deine anderen Anmeldungen.',
          'Du hast ihn nicht angefordert? Dann tu nichts: Dein Passwort bleibt, wie es ist.',
        ),
      }
    case 'sv':
      return {
        subject: 'Ett nytt lösenord för Tavla',
        text: signed(
          'Öppna den här länken för att välja ett nytt lösenord:',
          link,
          'Den fungerar en gång, i en timme, och avslutar alla dina andra inloggningar.',
          'Har du inte bett om den? Gör ingenting: ditt lösenord förblir som det är.',
        ),
      }
    case 'en':
      return {
        subject: 'A new password for Tavla',
        text: signed(
          'Open this link to choose a new password:',
          link,
          'It works once, for one hour, and ends all your other sessions.',
          'You did not ask for it? Do nothing: your password stays as it is.',
        ),
      }
  }
}
