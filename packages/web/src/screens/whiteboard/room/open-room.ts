import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { createReplica } from '@tavla/canvas'
import type { Box, Replica } from '@tavla/canvas'
import { boardSchemas, FORMAT_HASH } from '@tavla/canvas/model'
import type { Outbox, Welcome } from '@tavla/canvas/model'
import type { Space } from '@tavla/contract'
import { createOfflineCache } from '../../../platform/offline/offline-cache.ts'
import type { OfflineCacheProblem } from '../../../platform/offline/offline-cache.ts'
import { clock } from '../../../platform/dom/clock.ts'
import { inflate } from '../../../platform/inflate.ts'
import { openCachedBoard } from '../../../platform/offline/cached-boards.ts'
import { onLeave } from '../../../platform/network/live-connection.ts'
import { canReopen } from '../../../platform/offline/offline-app.ts'
import { openOutbox } from '../../../platform/offline/outbox/outbox.ts'
import type { RoomOutbox } from '../../../platform/offline/outbox/outbox.ts'
import { randomId } from '../../../platform/random.ts'
import type { SocketState } from '../../../platform/network/room-socket.ts'
import { openSuggestionDrafts } from '../../../platform/offline/suggestion-drafts.ts'
import type { SuggestionDrafts } from '../../../platform/offline/suggestion-drafts.ts'
import { visitRoom } from '../../../platform/offline/room-visit.ts'
import type { RoomVisit, VisitedReplica } from '../../../platform/offline/room-visit.ts'
import { openUndecided } from '../../../platform/offline/undecided/undecided-store.ts'
import type { UndecidedStore } from '../../../platform/offline/undecided/undecided-store.ts'
import { openUndoStore } from '../../../platform/offline/undo-store.ts'
import { openWaitingFiles } from '../../../platform/offline/waiting-files.ts'
import type { WaitingFiles } from '../../../platform/offline/waiting-files.ts'
import { openSocket, tabSocket } from '../../../state/index.ts'

/** One stay on a board: the live connection, and the board as this tab knows it. */
export interface Room {
  readonly visit: RoomVisit
  readonly replica: Replica
  /** What the room said a page holds, while it is not all here; null afterwards. */
  getExtent(page: string): Box | null
  readonly socket: ReadonlySignal<SocketState>
  /** False where unsent edits live only as long as this tab. */
  readonly keepsWork: ReadonlySignal<boolean>
  /** Why the board cannot be opened again without a network; null: it can. */
  readonly cacheProblem: ReadonlySignal<OfflineCacheProblem | 'insecure' | null>
  /** What waits for this person's decision. */
  readonly undecided: UndecidedStore
  /** What was typed to be suggested and not sent. */
  readonly drafts: SuggestionDrafts
  /** Files that are on the board and still have to be uploaded. */
  readonly waitingFiles: WaitingFiles
  readonly isOnline: ReadonlySignal<boolean>
  /** Tries again now instead of waiting. */
  reconnect(): void
  leave(): void
}

export interface RoomTarget {
  readonly uid: string
  /** As `space/info` said, or as it was kept; the room's own word on the role follows. */
  readonly space: Space
}

const LAST_FRAMES_MS = 500

/** Opens outbox, kept board and socket, takes up what could not be sent before, and joins. */
export async function openRoom({ uid, space }: RoomTarget): Promise<Room> {
  const { wid, role } = space
  const tab = randomId()
  const host = {
    indexedDB: globalThis.indexedDB,
    locks: navigator.locks as LockManager | undefined,
    now: clock.now,
    after: clock.after,
  }
  const [outbox, kept, undecided, drafts, waitingFiles] = await Promise.all([
    openOutbox({ uid, wid, tab }, host),
    openCachedBoard({ uid, wid }, space, host),
    openUndecided({ uid, wid }, host),
    openSuggestionDrafts({ uid, wid }, { ...host, tab }),
    openWaitingFiles({ uid, wid }, { ...host, randomId }),
  ])
  const { watched, keepsWork } = watchingWrites(outbox)
  const keeper = createOfflineCache(kept)
  const socket = openSocket(FORMAT_HASH)
  const stopOffering = tabSocket.offer(socket)
  const visit = visitRoom({ socket, wid, uid, clock, inflate, keeper })
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid, may: role },
    tab,
    outbox: watched,
    outcomes: undecided,
    undoStore: openUndoStore({ uid, wid }, { indexedDB: globalThis.indexedDB, now: clock.now }),
    link: visit,
    clock,
  })
  await replica.start()
  const stopAdopting = outbox.onOrphans((entries) => replica.adopt(entries))
  const stopShowing = outbox.onOtherTabs((entries) => replica.showOtherTabs(entries))
  const first = notingExtents(replica)
  visit.start(first.visited)
  const stopLeaving = onLeave(() => {
    replica.keep()
    outbox.storeNow()
    keeper.storeNow()
  })
  return {
    visit,
    replica,
    getExtent: first.getExtent,
    socket: socket.state,
    keepsWork,
    undecided,
    drafts,
    waitingFiles,
    isOnline: computed(() => socket.state.value === 'open'),
    cacheProblem: computed(() => (canReopen() ? keeper.trouble.value : 'insecure')),
    reconnect: () => socket.reconnect(),
    leave() {
      stopOffering()
      stopLeaving()
      stopAdopting()
      stopShowing()
      replica.dispose()
      // What was typed last goes into the outbox now and out after that; the connection stays for as long.
      clock.after(LAST_FRAMES_MS, () => {
        visit.leave()
        socket.close()
        void outbox.close()
        void undecided.close()
        void drafts.close()
        waitingFiles.close()
        void keeper.close()
      })
    },
  }
}

/** A full disk must not go unnoticed: the outbox then keeps nothing beyond this tab. */
function watchingWrites(outbox: RoomOutbox): {
  readonly watched: Outbox
  readonly keepsWork: ReadonlySignal<boolean>
} {
  const keepsWork = signal(outbox.keeping === 'profile')
  const add: Outbox['add'] = async (entry) => {
    try {
      await outbox.add(entry)
    } catch (error) {
      keepsWork.value = false
      throw error
    }
  }
  return { watched: { load: outbox.load, remove: outbox.remove, add }, keepsWork }
}

/** Listens to what the room announces of its chunks on its way to the replica. */
function notingExtents(replica: Replica): {
  readonly visited: VisitedReplica
  getExtent(page: string): Box | null
} {
  const { receive } = replica
  let chunks: Welcome['chunks'] = []
  return {
    visited: {
      get seq() {
        return replica.seq
      },
      get madeAt() {
        return replica.madeAt
      },
      get position() {
        return replica.position
      },
      receive: {
        welcome(welcome) {
          chunks = welcome.chunks
          receive.welcome(welcome)
        },
        chunk: (id, bytes) => receive.chunk(id, bytes),
        batch: (bytes, chain) => receive.batch(bytes, chain),
        ack: (acks) => receive.ack(acks),
        reject: (reject) => receive.reject(reject),
        role: (role) => receive.role(role),
        missedDeletes: (deletes) => receive.missedDeletes(deletes),
        closed: () => receive.closed(),
      },
    },
    getExtent(page) {
      if (replica.progress.peek().complete) return null
      const boxes = chunks.flatMap((chunk) => (chunk.page === page && chunk.box ? [chunk.box] : []))
      if (boxes.length === 0) return null
      const x = Math.min(...boxes.map((box) => box.x))
      const y = Math.min(...boxes.map((box) => box.y))
      const right = Math.max(...boxes.map((box) => box.x + box.w))
      const bottom = Math.max(...boxes.map((box) => box.y + box.h))
      return { x, y, w: right - x, h: bottom - y }
    },
  }
}
