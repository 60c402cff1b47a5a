interface GridPosition {
  readonly index: number
  readonly count: number
  readonly columns: number
  /** Number of visible rows: the step of Page Up and Page Down. */
  readonly rows: number
}

/** Index that a key moves to in the grid; null for other keys. At the edge, the index stays. */
export function getNextIndex(key: string, { index, count, columns, rows }: GridPosition): number | null {
  const last = count - 1
  const clamp = (to: number) => Math.min(last, Math.max(0, to))
  /** Moves by rows in the same column, or to the last card if the last row is shorter. */
  const moveRows = (by: number) => {
    const row = Math.min(Math.floor(last / columns), Math.max(0, Math.floor(index / columns) + by))
    return Math.min(last, row * columns + (index % columns))
  }
  switch (key) {
    case 'ArrowLeft':
      return columns > 1 ? clamp(index - 1) : null
    case 'ArrowRight':
      return columns > 1 ? clamp(index + 1) : null
    case 'ArrowUp':
      return moveRows(-1)
    case 'ArrowDown':
      return moveRows(1)
    case 'PageUp':
      return moveRows(-Math.max(1, rows))
    case 'PageDown':
      return moveRows(Math.max(1, rows))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
