/** What may stand around an address in a list that somebody pastes: names, brackets, quotes, separators. */
const address = /[^\s,;:<>"'()[\]]+@[^\s,;:<>"'()[\]]+/g

/** The addresses in a pasted text such as `Ada <ada@example.org>; bo@example.org`, each once, in their order. */
export function findEmails(text: string): string[] {
  const found = new Map<string, string>()
  for (const [match] of text.matchAll(address)) {
    const email = match.replace(/^mailto:/i, '').replace(/[.!?]+$/, '')
    if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}
