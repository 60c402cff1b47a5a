import { invalid } from '../refusals.ts'

/** Far above what any call takes. */
const MAX_FIELDS = 1_000

/** Looked at before it is parsed: what is wrong with a form of too many fields; null: nothing. */
export function faultOfForm(text: string): Error | null {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_FIELDS) return invalid({ body: 'holds too many values' })
  }
  return null
}

/** Forms hold each name once; a second value makes the field a list, which no form field may be. */
export function parseForm(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value)
  return Object.fromEntries(fields)
}
