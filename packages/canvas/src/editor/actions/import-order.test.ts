import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPlainText, type RichText } from '../../document/text/rich-text.ts'
import { getScene, imported } from '../../import/testing.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { sortByStacking } from '../view/relations.ts'
import { importContent } from './insert.ts'

interface Part {
  readonly kind: 'rectangle' | 'ellipse' | 'arrow' | 'text' | 'frame'
  readonly column: number
  readonly row: number
  readonly groups: readonly string[]
  readonly framed: boolean
  /** Of the text: which of the elements before it holds it. */
  readonly container: number
}

const Parts = fc.array(
  fc.record({
    kind: fc.constantFrom('rectangle', 'ellipse', 'arrow', 'text', 'frame'),
    column: fc.nat(3),
    row: fc.nat(1),
    groups: fc.constantFrom([], [], ['a'], ['b'], ['a', 'out'], ['b', 'out']),
    framed: fc.boolean(),
    container: fc.nat(6),
  }),
  { minLength: 2, maxLength: 14 },
)

const side = 60
const step = 40

const canHold: ReadonlySet<Part['kind'] | undefined> = new Set(['rectangle', 'ellipse', 'arrow'])

/** Labels stand in what holds them, and each holds one, as the program that writes such files has it. */
function withLabelsInside(parts: readonly Part[]): readonly Part[] {
  const labelled = new Set<Part>()
  return parts.map((part) => {
    const holder = parts[part.container]
    if (part.kind !== 'text' || !holder || !canHold.has(holder.kind) || labelled.has(holder))
      return { ...part, container: -1 }
    labelled.add(holder)
    return { ...part, column: holder.column, row: holder.row }
  })
}

/** The format paints a label with what holds it. */
const getPlace = (parts: readonly Part[], order: number): number =>
  parts[order]!.container < 0 ? order : parts[order]!.container + 0.5

/** Each says its place in the file: as its text, or as the width of its line. */
function toElements(parts: readonly Part[]): Record<string, unknown>[] {
  const frame = parts.findIndex(({ kind }) => kind === 'frame')
  return parts.map(({ kind, column, row, groups, framed, container }, order) => {
    const place = { x: column * step, y: row * step, width: side, height: side }
    const own = { id: `${order}`, type: kind, ...place, strokeWidth: order + 1 }
    if (kind === 'frame') return own
    const member = { ...own, groupIds: groups, frameId: framed && frame >= 0 ? `${frame}` : null }
    if (kind === 'text') return { ...member, text: `${order}`, containerId: `${container}` }
    return kind === 'arrow' ? { ...member, points: [[0, 0], [side, side]] } : member // prettier-ignore
  })
}

/** Places in the file, in the order in which the board paints them. */
function getPainted(board: BoardDriver): readonly number[] {
  const { document } = board.replica
  const elements = board.elements().filter(({ kind }) => kind !== 'group' && kind !== 'frame')
  return sortByStacking(
    document,
    elements.map(({ id }) => id),
  ).flatMap((id) => {
    const { kind, strokeWidth, text } = document.get(id) as unknown as Record<string, unknown>
    const words = getPlainText((text ?? null) as RichText | null)
    const label = words === '' ? [] : [Number(words)]
    return kind === 'text' ? label : [Number(strokeWidth) - 1, ...label]
  })
}

test('an imported drawing keeps its stacking order, whatever is grouped, framed or bound', () => {
  fc.assert(
    fc.property(Parts.map(withLabelsInside), (parts) => {
      const elements = toElements(parts)
      fc.pre(parts.some(({ kind }) => kind !== 'frame'))
      const board = new BoardDriver()
      expect(importContent(board.editor.edit, imported(getScene(elements)))).not.toBeNull()
      const painted = getPainted(board)
      expect(painted).toHaveLength(parts.filter(({ kind }) => kind !== 'frame').length)
      const touch = (a: Part, b: Part): boolean =>
        Math.abs(a.column - b.column) * step < side && Math.abs(a.row - b.row) * step < side
      painted.forEach((above, i) => {
        for (const below of painted.slice(0, i))
          if (touch(parts[above]!, parts[below]!))
            expect(getPlace(parts, below), `${below} below ${above}`).toBeLessThan(getPlace(parts, above))
      })
    }),
    { seed: 20261122, numRuns: 120 },
  )
})
