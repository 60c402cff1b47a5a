import type { Space } from '@tavla/contract'

/** Boards that are selected for one action. */
export interface Selection {
  readonly spaces: ReadonlyMap<string, Space>
  /** Index that was selected last: the start of a range selection. */
  readonly anchor: number | null
}

export const emptySelection: Selection = { spaces: new Map(), anchor: null }

/** Adds or removes a board. */
export function toggleSpace({ spaces }: Selection, space: Space, index: number): Selection {
  const next = new Map(spaces)
  if (!next.delete(space.wid)) next.set(space.wid, space)
  return { spaces: next, anchor: index }
}

/** Adds these boards; the start of the range stays. */
export function addRange(selected: Selection, range: readonly Space[]): Selection {
  const next = new Map(selected.spaces)
  for (const space of range) next.set(space.wid, space)
  return { spaces: next, anchor: selected.anchor }
}

/** Indices from the board selected last to this one, in list order; only this one if none was selected. */
export function getAnchorRange({ anchor }: Selection, to: number): readonly [first: number, last: number] {
  return anchor === null ? [to, to] : [Math.min(anchor, to), Math.max(anchor, to)]
}

/** Replaces selected boards by their current version; returns the same object if nothing changed. */
export function updateSpaces(selected: Selection, loaded: readonly Space[]): Selection {
  const changed = loaded.filter((space) => {
    const selectedSpace = selected.spaces.get(space.wid)
    return selectedSpace !== undefined && selectedSpace !== space
  })
  return changed.length === 0 ? selected : addRange(selected, changed)
}
