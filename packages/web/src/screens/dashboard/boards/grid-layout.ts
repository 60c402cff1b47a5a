/** Layout of cards or rows: lengths in px. */
export interface GridLayout {
  readonly columns: number
  /** Width of one card or row. */
  readonly width: number
  readonly height: number
  readonly gap: number
}

/** The visible part in px from the list's top; can extend beyond the list. */
export interface VisibleArea {
  readonly from: number
  readonly to: number
}

/** Indices from `first` (inclusive) to `end` (exclusive). */
export interface IndexRange {
  readonly first: number
  readonly end: number
}

export const cardLayout = {
  gap: 20,
  minWidth: 244,
  narrowGap: 12,
  narrowMinWidth: 156,
  textHeight: 74,
} as const
export const listLayout = { gap: 8, height: 60 } as const
/** Additional height for the snippet of a search result. */
export const snippetHeight = 44
/** Below this list width, cards are smaller and closer together. */
const narrowWidthPx = 600

/** Cards that fill the width, with 16:10 thumbnails. `scale` is the browser's text size, 1 for its default. */
export function getCardLayout(width: number, extra = 0, scale = 1): GridLayout {
  const isNarrow = width < narrowWidthPx * scale
  const gap = isNarrow ? cardLayout.narrowGap : cardLayout.gap
  const minWidth = (isNarrow ? cardLayout.narrowMinWidth : cardLayout.minWidth) * scale
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)))
  const card = (width - gap * (columns - 1)) / columns
  const textHeight = Math.round((cardLayout.textHeight + extra) * scale)
  return { columns, width: card, height: Math.round((card * 10) / 16) + textHeight, gap }
}

export function getListLayout(width: number, extra = 0, scale = 1): GridLayout {
  return { columns: 1, width, height: Math.round((listLayout.height + extra) * scale), gap: listLayout.gap }
}

/** Total height of all rows. */
export function getHeight(count: number, { columns, height, gap }: GridLayout): number {
  const rows = Math.ceil(count / columns)
  return rows === 0 ? 0 : rows * (height + gap) - gap
}

/** Position of the card at an index. */
export function getPosition(
  index: number,
  { columns, width, height, gap }: GridLayout,
): { left: number; top: number } {
  return {
    left: (index % columns) * (width + gap),
    top: Math.floor(index / columns) * (height + gap),
  }
}

/** The indices to render: the visible rows and `spare` rows above and below them. */
export function getVisibleRange(
  count: number,
  gridLayout: GridLayout,
  visible: VisibleArea,
  overscanRows: number,
): IndexRange {
  const rowHeight = gridLayout.height + gridLayout.gap
  const rows = Math.ceil(count / gridLayout.columns)
  const getRow = (px: number) => Math.floor(px / rowHeight)
  const firstRow = Math.min(Math.max(0, getRow(visible.from) - overscanRows), Math.max(0, rows - 1))
  const endRow = Math.min(rows, Math.max(firstRow + 1, getRow(visible.to) + 1 + overscanRows))
  return { first: firstRow * gridLayout.columns, end: Math.min(count, endRow * gridLayout.columns) }
}
