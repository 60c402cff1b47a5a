/** An email within a typed or pasted list, where names, brackets, quotes and separators can surround it. */
const emailPattern = /[^\s,;:<>"'()[\]]+@[^\s,;:<>"'()[\]]+/g

/** The distinct emails of a text such as `Ada <ada@example.org>; bo@example.org`, in their order. */
export function findEmails(text: string): string[] {
  const found = new Map<string, string>()
  for (const [match] of text.matchAll(emailPattern)) {
    const email = match.replace(/^mailto:/i, '').replace(/[.!?]+$/, '')
    if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}

/** What becomes of a text that is complete: its emails, or the text itself, so that a mistake stays visible. */
export function getEntries(text: string): readonly string[] {
  const emails = findEmails(text)
  const rest = text.trim().replace(/[,;]+$/, '')
  return emails.length > 0 || rest === '' ? emails : [rest]
}

/** The entries of a list without repetitions, whatever their case. */
export function addEntries(list: readonly string[], added: readonly string[]): string[] {
  const byKey = new Map(list.map((entry) => [entry.toLowerCase(), entry]))
  for (const entry of added) if (!byKey.has(entry.toLowerCase())) byKey.set(entry.toLowerCase(), entry)
  return [...byKey.values()]
}
