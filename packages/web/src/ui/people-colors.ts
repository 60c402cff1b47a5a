/**
 * Twelve colours for people, told apart in both themes and, by their different lightness, by colour-blind eyes.
 * `ink` is readable on `paint`.
 */
export const peopleColors = [
  { paint: '#2F6FB7', ink: '#FFFFFF' },
  { paint: '#F2B53C', ink: '#1E2227' },
  { paint: '#7A4FB0', ink: '#FFFFFF' },
  { paint: '#6FBF73', ink: '#1E2227' },
  { paint: '#B03A6E', ink: '#FFFFFF' },
  { paint: '#7CC4D8', ink: '#1E2227' },
  { paint: '#8A5A2B', ink: '#FFFFFF' },
  { paint: '#E59AC0', ink: '#1E2227' },
  { paint: '#2E7D6B', ink: '#FFFFFF' },
  { paint: '#B5C94C', ink: '#1E2227' },
  { paint: '#4A5568', ink: '#FFFFFF' },
  { paint: '#C3B1E8', ink: '#1E2227' },
] as const

/** The same person has the same colour everywhere. */
export function personColor(uid: string): (typeof peopleColors)[number] {
  let sum = 0
  for (const char of uid) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return peopleColors[sum % peopleColors.length] ?? peopleColors[0]
}
