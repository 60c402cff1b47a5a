import { defineCommand } from '../define-command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import { listResizable, resizeChanges } from '../editor/changes/resize-changes.ts'
import { listRotatable, rotateChanges, rotationStep } from '../editor/changes/rotate-changes.ts'
import { getCentre } from '../geometry/box.ts'
import { rotateAbout } from '../geometry/vec.ts'

/** Page units per key press; with the grid shown, one grid space. */
const step = 10
/** Smallest side that keys lead to, page units. */
const least = 1

const canResize = (view: BoardView): boolean => view.frame !== null && view.frame.resize !== 'none'
const canRotate = (view: BoardView): boolean => view.frame?.rotates === true

/** Moves the right or the bottom side of the selection; the opposite side stays. */
const resize = (id: string, key: string, x: -1 | 0 | 1, y: -1 | 0 | 1) =>
  defineCommand({
    id,
    keys: [`Alt+Shift+${key}`],
    when: canResize,
    run(edit) {
      const { frame } = edit
      const records = listResizable(edit)
      if (!frame || records.length === 0) return
      const { box } = frame
      const by = edit.grid ?? step
      const corner = {
        x: box.x + Math.max(least, box.w + x * by),
        y: box.y + Math.max(least, box.h + y * by),
      }
      const at = rotateAbout(corner, box.r, getCentre(box))
      const selection = { handle: x === 0 ? 's' : 'e', box, records } as const
      const { changes } = resizeChanges(edit, selection, at, { keeps: false, fromCentre: false })
      edit.applyBurst('resize', changes)
    },
  })

function rotateBy(edit: BoardEdit, direction: -1 | 1): void {
  const { frame } = edit
  const records = listRotatable(edit)
  if (!frame || records.length === 0) return
  const only = records.length === 1 ? records[0]! : undefined
  // A single element stops at multiples of the step.
  const steps = (only?.r ?? 0) / rotationStep
  const next = direction > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1
  edit.applyBurst('rotate', rotateChanges(edit, records, getCentre(frame.box), (next - steps) * rotationStep))
}

export const transformCommands = [
  resize('growWidth', 'ArrowRight', 1, 0),
  resize('shrinkWidth', 'ArrowLeft', -1, 0),
  resize('growHeight', 'ArrowDown', 0, 1),
  resize('shrinkHeight', 'ArrowUp', 0, -1),
  defineCommand({
    id: 'rotateRight',
    icon: 'rotate-clockwise',
    keys: ['Alt+.'],
    when: canRotate,
    run: (edit) => rotateBy(edit, 1),
  }),
  defineCommand({
    id: 'rotateLeft',
    icon: 'rotate',
    keys: ['Alt+,'],
    when: canRotate,
    run: (edit) => rotateBy(edit, -1),
  }),
]
