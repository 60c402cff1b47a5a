import type { SaveState } from '@tavla/canvas'

export type ShownSaveState = SaveState | 'suggest-only' | 'undecided'

interface SaveConditions {
  /** State of the edits alone. */
  readonly saveState: SaveState
  readonly isConnected: boolean
  /** Files that wait to be uploaded. */
  readonly uploads: number
  /** Items that wait for the user's decision. */
  readonly undecided: number
  /** Whether a person who cannot edit can suggest. */
  readonly canSuggest: boolean
}

/** "Saved" only if nothing is left to send, upload or decide. */
export function getShownSaveState({
  saveState,
  isConnected,
  uploads,
  undecided,
  canSuggest,
}: SaveConditions): ShownSaveState {
  if (saveState === 'saving' || saveState === 'not-saved') return saveState
  if (uploads > 0) return isConnected ? 'saving' : 'not-saved'
  if (undecided > 0) return 'undecided'
  return saveState === 'read-only' && canSuggest ? 'suggest-only' : saveState
}
