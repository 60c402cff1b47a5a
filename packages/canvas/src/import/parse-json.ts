import type { ImportFailure } from './import-failure.ts'
import { importLimits } from './import-limits.ts'

/** What the text of a file says; null is a value, too. */
export function parseJson(text: string): { readonly value: unknown } | ImportFailure {
  if (text.length > importLimits.jsonLength)
    return { reason: 'too_large', message: `The file is longer than ${importLimits.jsonLength}` }
  try {
    return { value: JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) }
  } catch {
    // Any text may be dropped here, so failing to parse is an ordinary answer.
    return { reason: 'not_json', message: 'The file is no JSON' }
  }
}
