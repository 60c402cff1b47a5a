import { lengths } from '@tavla/contract'

/** A usable display name; a provider's claim may contain anything. */
export function getName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, lengths.personName)
    // The cut may have halved a sign of two units.
    .replace(/[\ud800-\udbff]$/, '')
  return name === '' ? null : name
}
