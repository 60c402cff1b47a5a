import type { SaveState } from '@tavla/canvas'

export type ShownSaveState = SaveState | 'suggest-only' | 'undecided'

interface Situation {
  /** State of the edits alone. */
  readonly sent: SaveState
  readonly isConnected: boolean
  /** Files that wait to be uploaded. */
  readonly uploads: number
  /** Items that wait for the user's decision. */
  readonly undecided: number
  /** Whether a person who cannot edit can suggest. */
  readonly canSuggest: boolean
}

/** "Saved" only if nothing is left to send, upload or decide. */
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
