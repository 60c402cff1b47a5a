import { signal } from '@preact/signals-core'
import type { BoardReplica, LiveDocument, PresencePort, Refusal } from '@tavla/canvas'

const refused: Refusal = { refused: 'role', message: 'the past cannot be changed' }

/** The replica of a board that shows a read-only document. */
export function createReadOnlyReplica(document: LiveDocument, uid: string): BoardReplica {
  const alwaysFalse = signal(false)
  return {
    document,
    actor: signal({ uid, role: 'viewer' }),
    saveState: signal('read-only'),
    canUndo: alwaysFalse,
    canRedo: alwaysFalse,
    edit: () => refused,
    canChange: () => refused,
    canTake: () => refused,
    canPlace: () => refused,
    canAdd: () => refused,
    undo: () => [],
    redo: () => [],
    openText: () => undefined,
    observeRefusals: () => () => undefined,
    setView: () => undefined,
  }
}

/** An earlier version has no presence. */
export const emptyPresence: PresencePort = {
  people: signal([]),
  show: () => undefined,
  preview: () => undefined,
  observePreviews: () => () => undefined,
}
