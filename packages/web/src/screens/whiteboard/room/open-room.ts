import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { createReplica } from '@tavla/canvas'
import type { Replica } from '@tavla/canvas'
import { boardSchemas } from '@tavla/canvas/model'
import type { Space } from '@tavla/contract'
import { createOfflineCache } from '../../../platform/offline/offline-cache.ts'
import type { OfflineCacheProblem } from '../../../platform/offline/offline-cache.ts'
import { clock } from '../../../platform/dom/clock.ts'
import { inflate } from '../../../platform/inflate.ts'
import { openCachedBoard } from '../../../platform/offline/cached-boards.ts'
import { onLeave } from '../../../platform/network/live-connection.ts'
import { canReopen } from '../../../platform/offline/offline-app.ts'
import { openOutbox } from '../../../platform/offline/outbox/outbox.ts'
import { randomId } from '../../../platform/random.ts'
import type { SocketState } from '../../../platform/network/room-socket.ts'
import { openSuggestionDrafts } from '../../../platform/offline/suggestion-drafts.ts'
import type { SuggestionDrafts } from '../../../platform/offline/suggestion-drafts.ts'
import { createRoomVisit } from '../../../platform/offline/room-visit.ts'
import type { RoomVisit } from '../../../platform/offline/room-visit.ts'
import { openUndecided } from '../../../platform/offline/undecided/undecided-store.ts'
import type { UndecidedStore } from '../../../platform/offline/undecided/undecided-store.ts'
import { openUndoStore } from '../../../platform/offline/undo/undo-store.ts'
import { openWaitingFiles } from '../../../platform/offline/waiting-files.ts'
import type { WaitingFiles } from '../../../platform/offline/waiting-files.ts'
import { openSocket, tabSocket } from '../../../state/index.ts'

/** An open board: the live connection and the local replica. */
export interface Room {
  readonly visit: RoomVisit
  readonly replica: Replica
  readonly socket: ReadonlySignal<SocketState>
  /** False if unsent edits are lost when this tab closes. */
  readonly isWorkStored: ReadonlySignal<boolean>
  /** Why the board cannot be opened offline; null if it can. */
  readonly cacheProblem: ReadonlySignal<OfflineCacheProblem | 'insecure' | null>
  /** Refused edits that wait for the user's decision. */
  readonly undecided: UndecidedStore
  /** Unsent text of suggestions. */
  readonly drafts: SuggestionDrafts
  /** Files on the board that still have to be uploaded. */
  readonly waitingFiles: WaitingFiles
  readonly isOnline: ReadonlySignal<boolean>
  /** Reconnects at once. */
  reconnect(): void
  leave(): void
}

export interface RoomTarget {
  readonly uid: string
  /** From `space/info` or the cache; the room updates the role later. */
  readonly space: Space
}

const LAST_FRAMES_MS = 500

/** Opens outbox, cached board and socket, loads unsent edits, and joins. */
export async function openRoom({ uid, space }: RoomTarget): Promise<Room> {
  const { wid, role } = space
  const tab = randomId()
  const host = {
    indexedDB: globalThis.indexedDB,
    locks: navigator.locks as LockManager | undefined,
    now: clock.now,
    after: clock.after,
  }
  const [outbox, cachedBoard, undecided, drafts, waitingFiles] = await Promise.all([
    openOutbox({ uid, wid, tab }, host),
    openCachedBoard({ uid, wid }, space, host),
    openUndecided({ uid, wid }, host),
    openSuggestionDrafts({ uid, wid }, { ...host, tab }),
    openWaitingFiles({ uid, wid }, { ...host, randomId }),
  ])
  const offlineCache = createOfflineCache(cachedBoard)
  const socket = openSocket()
  const stopOffering = tabSocket.offer(socket)
  const visit = createRoomVisit({ socket, wid, uid, clock, inflate, offlineCache: offlineCache })
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid, role },
    tab,
    outbox,
    outcomes: undecided,
    undoStore: openUndoStore({ uid, wid }, { indexedDB: globalThis.indexedDB, now: clock.now }),
    link: visit,
    clock,
  })
  await replica.start()
  const stopAdopting = outbox.onOrphans((entries) => replica.adopt(entries))
  const stopShowing = outbox.onOtherTabs((entries) => replica.showOtherTabs(entries))
  visit.start(replica)
  const stopLeaving = onLeave(() => {
    replica.saveNow()
    outbox.flush()
    offlineCache.flush()
  })
  return {
    visit,
    replica,
    socket: socket.state,
    isWorkStored: outbox.isDurable,
    undecided,
    drafts,
    waitingFiles,
    isOnline: computed(() => socket.state.value === 'open'),
    cacheProblem: computed(() => (canReopen() ? offlineCache.problem.value : 'insecure')),
    reconnect: () => socket.reconnect(),
    leave() {
      stopOffering()
      stopLeaving()
      stopAdopting()
      stopShowing()
      replica.dispose()
      // The last edits are stored in the outbox and sent; the connection stays open that long.
      clock.after(LAST_FRAMES_MS, () => {
        visit.leave()
        socket.close()
        void outbox.close()
        void undecided.close()
        void drafts.close()
        waitingFiles.close()
        void offlineCache.close()
      })
    },
  }
}
