/** A letter without its address. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

/** Letters are in English so far; the language is taken along for the translations. */
export type LetterLanguage = string

const foot = '\n\n— Tavla'

export const addressLetter = (_lang: LetterLanguage, code: string): Letter => ({
  subject: `${code} is your Tavla code`,
  text: `Your code is ${code}\n\nEnter it in Tavla to confirm this address. It works for ten minutes.\nIf you did not ask for it, somebody may have typed your address by mistake: do nothing.${foot}`,
})

export const deletionLetter = (_lang: LetterLanguage, code: string): Letter => ({
  subject: `${code} deletes your Tavla account`,
  text: `Your code is ${code}\n\nEnter it only if you want to delete your account and everything in it for good. It works for ten minutes.\nIf you did not ask for it, change your password: somebody may be signed in as you.${foot}`,
})

export const resetLetter = (_lang: LetterLanguage, link: string): Letter => ({
  subject: 'Choose a new password for Tavla',
  text: `Open this link to choose a new password:\n\n${link}\n\nIt works once, for one hour, and ends all your other sessions.\nIf you did not ask for it, do nothing: your password stays as it is.${foot}`,
})
