export interface InviteLetter {
  readonly space: string
  readonly inviter: string
  readonly voice: boolean
  readonly link: string
}

/** Names come from people: one line each, so that they cannot pretend to be more of the letter. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Letters are in English so far; the language is taken along for the translations. */
export function inviteLetter(_lang: string, { space, inviter, voice, link }: InviteLetter) {
  const [who, where] = [oneLine(inviter), oneLine(space)]
  const what = voice ? `join the voice room of “${where}”` : `work together in “${where}”`
  return {
    subject: `${who} invites you to ${where}`,
    text: `${who} invites you to ${what}.\n\nOpen this link to come in:\n\n${link}\n\nIt is meant for you alone. If you do not know who sent it, do nothing.\n\n— Tavla`,
  }
}

export interface ClaimLetter {
  readonly space: string
  readonly link: string
  /** When the space goes over, ms. */
  readonly due: number
}

export function claimLetter(_lang: string, { space, link, due }: ClaimLetter) {
  const where = oneLine(space)
  return {
    subject: `Somebody claims the space ${where}`,
    text: `The owner of “${where}” has not been in Tavla for a long time, and a member asks to take the space over.\n\nIf nothing happens, it goes over on ${new Date(due).toISOString().slice(0, 10)}. If you own the space, signing in is enough to keep it:\n\n${link}\n\n— Tavla`,
  }
}
