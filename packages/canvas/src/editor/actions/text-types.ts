import type { Vec } from '../../geometry/vec.ts'

export type TextFormat = 'bold' | 'italic' | 'underline' | 'strike' | 'bulletList' | 'orderedList'

/** Where the caret goes when typing starts. */
export type CaretPosition =
  | { readonly type: 'end' }
  | { readonly type: 'all' }
  /** Nearest to this page point. */
  | { readonly type: 'at'; readonly point: Vec }
/** Everything is replaced by the character that started it. */
