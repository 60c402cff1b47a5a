interface Around {
  readonly at: number
  readonly count: number
  readonly columns: number
  /** Rows that are seen at once: as far as a page key goes. */
  readonly rows: number
}

/** Where a key leads among cards; null for keys that lead nowhere. A step at the edge stays where it is. */
export function stepBy(key: string, { at, count, columns, rows }: Around): number | null {
  const last = count - 1
  const inside = (to: number) => Math.min(last, Math.max(0, to))
  /** Straight up or down. Below the last whole row there may be nothing in this column: then its last card. */
  const listRows = (by: number) => {
    const row = Math.min(Math.floor(last / columns), Math.max(0, Math.floor(at / columns) + by))
    return Math.min(last, row * columns + (at % columns))
  }
  switch (key) {
    case 'ArrowLeft':
      return columns > 1 ? inside(at - 1) : null
    case 'ArrowRight':
      return columns > 1 ? inside(at + 1) : null
    case 'ArrowUp':
      return listRows(-1)
    case 'ArrowDown':
      return listRows(1)
    case 'PageUp':
      return listRows(-Math.max(1, rows))
    case 'PageDown':
      return listRows(Math.max(1, rows))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
