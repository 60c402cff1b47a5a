import {
  boardColors,
  exportSvg,
  shapesByKind,
  type DocumentView,
  type ImageUrl,
  type MeasureText,
  type RecordId,
} from '@tavla/canvas/svg'

export interface PageDrawing {
  readonly document: DocumentView
  /** The page to draw; default: the board's first. */
  readonly page?: RecordId
  readonly measure: MeasureText
  readonly theme?: 'light' | 'dark'
  readonly image?: ImageUrl
}

/** A page of a board as an SVG, drawn by the same shapes and broken into the same lines as in a browser. */
export function drawPage({ document, page, measure, theme = 'light', image }: PageDrawing): string {
  const drawn = page ?? document.childIds(null)[0]
  return exportSvg({
    document,
    shapes: shapesByKind,
    measure,
    ids: drawn === undefined ? [] : document.childIds(drawn),
    theme,
    background: boardColors[theme].paper,
    ...(image && { image }),
    // Servers have no fonts beyond those we ship, and a thumbnail with gaps looks broken.
    systemText: 'bars',
  })
}
