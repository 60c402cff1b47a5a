/** Layout of cards or rows: lengths in px. */
export interface GridLayout {
  readonly columns: number
  /** Of one card or line. */
  readonly width: number
  readonly height: number
  readonly gap: number
}

/** The visible part: `from` and `to` are px below the list's upper edge, and may be outside of it. */
export interface Seen {
  readonly from: number
  readonly to: number
}

/** Places `first` up to, but not with, `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

export const cardLayout = { gap: 20, least: 244, narrowGap: 12, narrowLeast: 156, words: 74 } as const
export const listLayout = { gap: 8, height: 60 } as const
/** Beside the picture's words, a search says where it found them. */
export const snippetHeight = 44
/** Below this width of the list cards stand closer. */
const narrowBelow = 600

/** Cards as wide as they fit, pictures 16 to 10. */
export function listCards(width: number, extra = 0): GridLayout {
  const narrow = width < narrowBelow
  const gap = narrow ? cardLayout.narrowGap : cardLayout.gap
  const least = narrow ? cardLayout.narrowLeast : cardLayout.least
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)))
  const card = (width - gap * (columns - 1)) / columns
  return { columns, width: card, height: Math.round((card * 10) / 16) + cardLayout.words + extra, gap }
}

export function listLines(width: number, extra = 0): GridLayout {
  return { columns: 1, width, height: listLayout.height + extra, gap: listLayout.gap }
}

/** Height of all rows together. */
export function getHeight(count: number, { columns, height, gap }: GridLayout): number {
  const rows = Math.ceil(count / columns)
  return rows === 0 ? 0 : rows * (height + gap) - gap
}

/** Position of the card at `place` in the list. */
export function getPosition(
  folder: number,
  { columns, width, height, gap }: GridLayout,
): { left: number; top: number } {
  return {
    left: (folder % columns) * (width + gap),
    top: Math.floor(folder / columns) * (height + gap),
  }
}

/** What has to be drawn: all that is seen and `spare` rows above and below, so that scrolling meets no gaps. */
export function getRun(count: number, gridLayout: GridLayout, seen: Seen, spare: number): Span {
  const row = gridLayout.height + gridLayout.gap
  const rows = Math.ceil(count / gridLayout.columns)
  const at = (px: number) => Math.floor(px / row)
  const firstRow = Math.min(Math.max(0, at(seen.from) - spare), Math.max(0, rows - 1))
  const endRow = Math.min(rows, Math.max(firstRow + 1, at(seen.to) + 1 + spare))
  return { first: firstRow * gridLayout.columns, end: Math.min(count, endRow * gridLayout.columns) }
}
