import type { SaveState } from '@tavla/canvas'

export type ShownSaveState = SaveState | 'suggest-only' | 'undecided'

interface Situation {
  /** Of edits alone. */
  readonly sent: SaveState
  readonly isConnected: boolean
  /** Files that wait to be uploaded. */
  readonly uploads: number
  /** Items that wait for the person's decision. */
  readonly undecided: number
  /** Of who may not edit: may they suggest? */
  readonly canSuggest: boolean
}

/** "Saved" only when nothing is left to send, to upload or to decide. */
export function shownSaveState({
  sent,
  isConnected,
  uploads,
  undecided,
  canSuggest,
}: Situation): ShownSaveState {
  if (sent === 'saving' || sent === 'not-saved') return sent
  if (uploads > 0) return isConnected ? 'saving' : 'not-saved'
  if (undecided > 0) return 'undecided'
  return sent === 'read-only' && canSuggest ? 'suggest-only' : sent
}
