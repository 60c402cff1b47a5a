import type { DocumentView } from '@tavla/canvas'

const mostRecent = 14
const mostOnBoard = 14
/** Larger boards are not searched completely, to stay within the frame time. */
const searched = 20_000
const colorFields = ['stroke', 'fill', 'color'] as const

/** `#rrggbb` from a colour code with three or six digits; undefined for anything else. */
export function parseColor(code: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(code.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

/** The list with this colour first. */
export function addRecentColor(colors: readonly string[], color: string): string[] {
  return [color, ...colors.filter((other) => other !== color)].slice(0, mostRecent)
}

/** Custom colours of the board's elements, the most used first. */
export function listBoardColors(document: Pick<DocumentView, 'ids' | 'get'>): string[] {
  const counts = new Map<string, number>()
  let visited = 0
  for (const id of document.ids()) {
    if (++visited > searched) break
    const record = document.get(id)
    for (const field of colorFields) {
      const value = record?.[field]
      const color = typeof value === 'string' && value.startsWith('#') ? parseColor(value) : undefined
      if (color !== undefined) counts.set(color, (counts.get(color) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostOnBoard)
    .map(([color]) => color)
}
