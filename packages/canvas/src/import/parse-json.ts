import type { ImportFault } from './fault.ts'
import { importLimits } from './import-limits.ts'

/** What the text of a file says; null is a value, too. */
export function parseJson(text: string): { readonly value: unknown } | ImportFault {
  if (text.length > importLimits.jsonLength)
    return { fault: 'too_large', message: `The file is longer than ${importLimits.jsonLength}` }
  try {
    return { value: JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) }
  } catch {
    // Any text may be dropped here, so failing to parse is an ordinary answer.
    return { fault: 'not_json', message: 'The file is no JSON' }
  }
}
