import type { ImportFault } from './fault.ts'

/** UTF-16 units of a file; its pictures are in it as text. */
const maxFileLength = 96 * 1024 * 1024

/** What the text of a file says; null is a value, too. */
export function parseJson(text: string): { readonly value: unknown } | ImportFault {
  if (text.length > maxFileLength)
    return { fault: 'too_large', message: `The file is longer than ${maxFileLength}` }
  try {
    return { value: JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) }
  } catch {
    // Any text may be dropped here, so failing to parse is an ordinary answer.
    return { fault: 'not_json', message: 'The file is no JSON' }
  }
}
