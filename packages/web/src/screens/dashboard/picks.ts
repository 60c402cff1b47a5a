import type { Space } from '@tavla/contract'

/** Boards that were picked to do one thing with all of them. */
export interface Picks {
  readonly spaces: ReadonlyMap<string, Space>
  /** Place that was picked last: where a range begins. */
  readonly from: number | null
}

export const nothingPicked: Picks = { spaces: new Map(), from: null }

/** One more, or one less. */
export function toggled({ spaces }: Picks, space: Space, at: number): Picks {
  const next = new Map(spaces)
  if (!next.delete(space.wid)) next.set(space.wid, space)
  return { spaces: next, from: at }
}

/** All of these as well; the range goes on from where it began. */
export function withRange(picks: Picks, range: readonly Space[]): Picks {
  const next = new Map(picks.spaces)
  for (const space of range) next.set(space.wid, space)
  return { spaces: next, from: picks.from }
}

/** From the place picked last to this one, in the order of the list; with nothing picked before, this one alone. */
export function rangeTo({ from }: Picks, to: number): readonly [first: number, last: number] {
  return from === null ? [to, to] : [Math.min(from, to), Math.max(from, to)]
}

/** The same boards as they are now; what is still the same stays the same object. */
export function refreshed(picks: Picks, fresh: readonly Space[]): Picks {
  const changed = fresh.filter((space) => {
    const known = picks.spaces.get(space.wid)
    return known !== undefined && known !== space
  })
  return changed.length === 0 ? picks : withRange(picks, changed)
}
