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
