import type { Task } from './task.ts'
import { LONG_ORDER_KEY } from '../model/limits.ts'
import { isLongOrderKey, createKeysBetween, type Random } from '../model/order-keys.ts'
import type { RecordId } from '../model/record.ts'

/** Removes groups that have lost their last child. */
export function dropEmptyGroups({ draft, state, kinds }: Task): void {
  for (;;) {
    const empty = [...draft.affectedGroups].filter((id) => {
      const record = state.get(id)
      return record && kinds.get(record.kind)?.container === 'group' && state.childCount(id) === 0
    })
    if (empty.length === 0) return
    draft.remove(empty)
  }
}

/** Repeated insertion at one position lengthens order keys. Neighbouring keys are then replaced by short ones. */
export function respaceLongKeys({ draft, state }: Task, random: Random): void {
  for (const id of [...draft.reordered]) {
    const record = state.get(id)
    if (!record || !isLongOrderKey(record.z)) continue
    const siblings = state.childIds(record.parent)
    const at = siblings.indexOf(id)
    for (let reach = 2; ; reach *= 4) {
      const from = Math.max(0, at - reach)
      const to = Math.min(siblings.length, at + reach + 1)
      const keys = createShortKeys(getKey(siblings[from - 1]), getKey(siblings[to]), to - from, random)
      if (!keys && to - from < siblings.length) continue
      keys?.forEach((z, i) => {
        const cell = state.cell(siblings[from + i]!)
        if (cell) draft.patch(cell, { z })
      })
      break
    }
  }

  function getKey(id: RecordId | undefined): string | null {
    return id === undefined ? null : (state.get(id)?.z ?? null)
  }
}

/** Short keys between the two, or undefined if the two are too close. */
function createShortKeys(
  below: string | null,
  above: string | null,
  count: number,
  random: Random,
): string[] | undefined {
  if (below !== null && above !== null && below >= above) return undefined
  const keys = createKeysBetween(below, above, count, random)
  return keys.every((key) => key.length <= LONG_ORDER_KEY / 2) ? keys : undefined
}
