import type { Vec } from '../../geometry/vec.ts'

export type TextFormat =
  'bold' | 'italic' | 'underline' | 'strike' | 'bulletList' | 'orderedList' | 'checkList'

/** Initial caret position of a text box. */
export type CaretPosition =
  | { readonly type: 'end' }
  | { readonly type: 'all' }
  /** Nearest to this page point. */
  | { readonly type: 'at'; readonly point: Vec }
/** All text is replaced by the character that started the editing. */
