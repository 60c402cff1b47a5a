/** An email within a pasted list, where names, brackets, quotes and separators can surround it. */
const emailPattern = /[^\s,;:<>"'()[\]]+@[^\s,;:<>"'()[\]]+/g

/** The distinct emails of a pasted text such as `Ada <ada@example.org>; bo@example.org`, in their order. */
export function findEmails(text: string): string[] {
  const found = new Map<string, string>()
  for (const [match] of text.matchAll(emailPattern)) {
    const email = match.replace(/^mailto:/i, '').replace(/[.!?]+$/, '')
    if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}
