import { invalid } from '../refusals.ts'

/** Far more than any call takes. */
const MAX_FIELDS = 1_000

/** Checked before parsing: an error for a form with too many fields, else null. */
export function faultOfForm(text: string): Error | null {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_FIELDS) return invalid({ body: 'holds too many values' })
  }
  return null
}

/** Each name may occur once; a repeated one becomes a list, which no schema accepts. */
export function parseForm(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value)
  return Object.fromEntries(fields)
}
