import type { Board, BoardRecord } from '@tavla/canvas'
import type { BoardState } from '@tavla/canvas/model'
import { useMemo } from 'react'
import { useSignal } from '../../platform/use-signal.ts'
import type { Comparison } from './history.ts'
import classes from './history.module.css'

export type MarkKind = 'added' | 'changed' | 'removed'

interface Mark {
  readonly id: string
  readonly kind: MarkKind
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}

/** More than these are not drawn: the picture would be nothing but marks. */
const mostMarks = 2_000
/** Air between a thing and its mark, CSS pixels. */
const padding = 4

/** What became of the things on a page, as frames around them: in colour, and by a sign for who sees no colours. */
export function DifferenceMarks({ board, comparison }: { board: Board; comparison: Comparison }) {
  const page = useSignal(board.state.page)
  const { x, y, zoom } = useSignal(board.state.camera)
  const marks = useMemo(() => (page === null ? [] : marksOn(page, comparison)), [page, comparison])
  return (
    <svg className={classes.marks} aria-hidden="true" data-testid="difference">
      {marks.map((mark) => {
        const box = {
          x: (mark.x - x) * zoom - padding,
          y: (mark.y - y) * zoom - padding,
          width: mark.w * zoom + 2 * padding,
          height: mark.h * zoom + 2 * padding,
        }
        const turn = `rotate(${mark.r} ${box.x + box.width / 2} ${box.y + box.height / 2})`
        return (
          <g key={mark.id} data-kind={mark.kind} transform={turn}>
            <rect {...box} rx={4} />
            <circle cx={box.x} cy={box.y} r={9} />
            <text x={box.x} y={box.y} dy="0.36em">
              {signs[mark.kind]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const signs: Readonly<Record<MarkKind, string>> = { added: '+', changed: '~', removed: '−' }

function marksOn(page: string, { older, newer, difference }: Comparison): readonly Mark[] {
  const marks: Mark[] = []
  const add = (state: BoardState, ids: Iterable<string>, kind: MarkKind): void => {
    for (const id of ids) {
      const record = state.get(id)
      if (marks.length >= mostMarks) return
      if (record && isPlaced(record) && pageOf(state, record) === page) {
        const { x, y, w, h, r } = record
        marks.push({ id: `${kind} ${id}`, kind, x, y, w, h, r })
      }
    }
  }
  add(older, difference.removed, 'removed')
  add(newer, difference.changed.keys(), 'changed')
  add(newer, difference.added, 'added')
  return marks
}

type Placed = BoardRecord & Readonly<Record<'x' | 'y' | 'w' | 'h' | 'r', number>>

function isPlaced(record: BoardRecord): record is Placed {
  return (['x', 'y', 'w', 'h', 'r'] as const).every((field) => typeof record[field] === 'number')
}

function pageOf(state: BoardState, record: BoardRecord): string {
  let at = record
  for (let up = at.parent; up !== null; up = at.parent) {
    const parent = state.get(up)
    if (!parent) break
    at = parent
  }
  return at.id
}
