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
  /** The page to draw; default: the first. */
  readonly page?: RecordId
  readonly measure: MeasureText
  readonly theme?: 'light' | 'dark'
  readonly image?: ImageUrl
}

/** Draws a page as SVG with the same shapes and line breaks as in a browser. */
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
    // Servers have only the fonts we ship, and a thumbnail with gaps looks broken.
    systemText: 'bars',
  })
}
