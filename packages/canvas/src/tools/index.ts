import type { EditorDefaults } from '../editor/editor-options.ts'
import type { Tool } from '../tool/define-tool.ts'
import { connectorKind } from '../tool/draw-connection.ts'
import { connector } from './connector.ts'
import { diamond } from './diamond.ts'
import { ellipse } from './ellipse.ts'
import { eraser } from './eraser.ts'
import { figures } from './figures.ts'
import { frame } from './frame.ts'
import { hand } from './hand.ts'
import { highlighter } from './highlighter.ts'
import { laser } from './laser.ts'
import { line } from './line.ts'
import { pen } from './pen.ts'
import { rect } from './rect.ts'
import { select } from './select/index.ts'
import { sticky } from './sticky.ts'
import { text } from './text.ts'

/** All tools in toolbar order. */
export const tools: readonly Tool[] = [
  select,
  hand,
  sticky,
  text,
  rect,
  ellipse,
  diamond,
  ...figures,
  connector,
  line,
  pen,
  highlighter,
  eraser,
  frame,
  laser,
]

/** Tools and kinds that the editor uses by default. */
export const editorDefaults: EditorDefaults = {
  restTool: select.id,
  eraserTool: eraser.id,
  text: { kind: 'text', fields: { w: 1, h: 25 }, wrapped: { wraps: true } },
  note: { kind: 'sticky', fields: { w: 200, h: 200 } },
  card: {
    kind: 'rect',
    fields: {
      w: 320,
      h: 88,
      radius: 12,
      fill: 'paper',
      stroke: 'grey',
      strokeWidth: 1,
      align: 'start',
      size: 18,
    },
  },
  connector: connectorKind,
  image: {
    kind: 'image',
    fields: ({ fileId, videoId, w, h }) => ({
      file: fileId,
      naturalW: w,
      naturalH: h,
      ...(videoId !== undefined && { video: videoId }),
    }),
  },
}
