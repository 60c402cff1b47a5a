import type { ListFormat } from '../../document/text/list-types.ts'
import type { Vec } from '../../geometry/vec.ts'

export type TextFormat = 'bold' | 'italic' | 'underline' | 'strike' | ListFormat

/** Initial caret position of a text box. */
export type CaretPosition =
  | { readonly type: 'end' }
  | { readonly type: 'all' }
  /** Nearest to this page point. */
  | { readonly type: 'at'; readonly point: Vec }
/** All text is replaced by the character that started the editing. */
