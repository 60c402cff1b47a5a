import type { Space } from '@tavla/contract'

/** Boards that are selected for one action. */
export interface SelectedBoards {
  readonly spaces: ReadonlyMap<string, Space>
  /** Place that was picked last: where a range begins. */
  readonly from: number | null
}

export const nothingSelected: SelectedBoards = { spaces: new Map(), from: null }

/** One more, or one less. */
export function toggled({ spaces }: SelectedBoards, space: Space, at: number): SelectedBoards {
  const next = new Map(spaces)
  if (!next.delete(space.wid)) next.set(space.wid, space)
  return { spaces: next, from: at }
}

/** All of these as well; the range goes on from where it began. */
export function withRange(selected: SelectedBoards, range: readonly Space[]): SelectedBoards {
  const next = new Map(selected.spaces)
  for (const space of range) next.set(space.wid, space)
  return { spaces: next, from: selected.from }
}

/** From the place picked last to this one, in the order of the list; with nothing picked before, this one alone. */
export function rangeTo({ from }: SelectedBoards, to: number): readonly [first: number, last: number] {
  return from === null ? [to, to] : [Math.min(from, to), Math.max(from, to)]
}

/** The same boards as they are now; what is still the same stays the same object. */
export function refreshed(selected: SelectedBoards, fresh: readonly Space[]): SelectedBoards {
  const changed = fresh.filter((space) => {
    const known = selected.spaces.get(space.wid)
    return known !== undefined && known !== space
  })
  return changed.length === 0 ? selected : withRange(selected, changed)
}
