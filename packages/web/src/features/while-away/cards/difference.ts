import type { BoardRecord, Entry } from '@tavla/canvas/model'

/** Fields that do not affect an image of a single element. */
const ignoredFields: ReadonlySet<string> = new Set(['x', 'y', 'z', 'parent', 'lock', 'by', 'made'])

/** How two states of the same elements differ in an image: only in position, otherwise, or not at all. */
export function getDifference(before: readonly Entry[], after: readonly Entry[]): 'none' | 'moved' | 'other' {
  const earlier = new Map(before.map(({ record }) => [record.id, record]))
  if (before.length !== after.length || before.length === 0) return 'other'
  let hasMoved = false
  for (const { record } of after) {
    const previous = earlier.get(record.id)
    if (!previous || !hasSameAppearance(previous, record)) return 'other'
    hasMoved ||= previous['x'] !== record['x'] || previous['y'] !== record['y']
  }
  return hasMoved ? 'moved' : 'none'
}

function hasSameAppearance(a: BoardRecord, b: BoardRecord): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(
    (name) => ignoredFields.has(name) || JSON.stringify(a[name]) === JSON.stringify(b[name]),
  )
}
