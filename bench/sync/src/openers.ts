import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { Store } from '@tldraw/store'
import { TLSyncClient } from '@tldraw/sync-core'
import { createTLSchema } from '@tldraw/tlschema'
import { JsonChunkAssembler, chunk as split } from '@tldraw/sync-core'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { TavlaPage } from './tavla-page.ts'

/** A client with a whole board in memory, using the vendor's client library. */
export interface OpenedBoard {
  /** From opening the socket until everything is loaded. */
  readonly ms: number
  readonly bytes: number
  /** Until the first view is complete; only for boards loaded in parts. */
  readonly firstScreen?: { readonly ms: number; readonly bytes: number }
  /** x of every element, by id. */
  elements(): Map<string, number>
  close(): void
}

export interface OpenOrder {
  readonly port: number
  readonly board: string
  /** Tavla only. */
  readonly token?: string
  /** The first view. */
  readonly view?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

/** A WebSocket that counts received bytes, independent of the library. */
function counted(): { readonly Socket: typeof WebSocket; readonly bytes: () => number } {
  let sum = 0
  class Counting extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      this.on('message', (data: Buffer | ArrayBuffer) => {
        sum += 'byteLength' in data ? data.byteLength : 0
      })
    }
  }
  return { Socket: Counting as typeof WebSocket, bytes: () => sum }
}

async function openTavla({ port, board, token, view }: OpenOrder): Promise<OpenedBoard> {
  const near = new Set<string>()
  let firstScreen: OpenedBoard['firstScreen']
  const page = await TavlaPage.open({
    port,
    board,
    token: token!,
    tab: `open${process.pid}`,
    ...(view ? { view } : {}),
    onFrame(frame) {
      if (frame.t === 'welcome') {
        for (const { id, page: of, box } of frame.chunks)
          if (of === '' || (view && box && overlaps(box, view))) near.add(id)
      } else if (frame.t === 'chunk') {
        near.delete(frame.id)
        if (near.size === 0) firstScreen ??= { ms: performance.now() - page.beganAt, bytes: page.bytes }
      }
    },
  })
  await page.complete
  const { replica } = page
  return {
    ms: performance.now() - page.beganAt,
    bytes: page.bytes,
    ...(firstScreen && view ? { firstScreen } : {}),
    elements: () =>
      new Map([...replica.document.ids()].map((id) => [id, Number(replica.document.get(id)?.['x'])])),
    close: () => page.close(),
  }
}

function overlaps([x, y, w, h]: readonly number[], view: NonNullable<OpenOrder['view']>): boolean {
  return x! < view.x + view.w && x! + w! > view.x && y! < view.y + view.h && y! + h! > view.y
}

/** tldraw's sync client and store with a plain WebSocket. */
async function openTldraw({ port, board }: OpenOrder): Promise<OpenedBoard> {
  // tldraw's client throttles by animation frames.
  globalThis.requestAnimationFrame ??= (run) => setTimeout(() => run(performance.now()), 16) as unknown as number
  globalThis.cancelAnimationFrame ??= (id) => clearTimeout(id)
  const beganAt = performance.now()
  const { Socket, bytes } = counted()
  const webSocket = new Socket(`ws://127.0.0.1:${port}/${board}?session=open-${process.pid}-${beganAt}`)
  await new Promise((resolve, reject) => {
    webSocket.on('open', resolve)
    webSocket.on('error', reject)
  })
  const assembler = new JsonChunkAssembler()
  const listeners = new Set<(message: never) => void>()
  webSocket.on('message', (data: Buffer) => {
    const message = assembler.handleMessage(data.toString())
    if (!message) return
    if ('error' in message) throw message.error
    for (const listen of listeners) listen(message.data as never)
  })
  const schema = createTLSchema()
  const store = new Store({ schema, props: { defaultName: '', assets: {} as never, onMount: () => undefined } as never })
  const { atom } = await import('@tldraw/state')
  return await new Promise((resolve, reject) => {
    const client: { close(): void } = new TLSyncClient({
      store: store as never,
      socket: {
        connectionStatus: 'online',
        sendMessage: (message) => {
          for (const piece of split(JSON.stringify(message))) webSocket.send(piece)
        },
        onReceiveMessage(listen) {
          listeners.add(listen as never)
          return () => listeners.delete(listen as never)
        },
        onStatusChange: () => () => undefined,
        restart: () => undefined,
        close: () => undefined,
      },
      presence: atom('presence', null) as never,
      onSyncError: (reason: string) => reject(new Error(reason)),
      onLoad: () =>
        resolve({
          ms: performance.now() - beganAt,
          bytes: bytes(),
          elements: () =>
            new Map(
              store
                .allRecords()
                .filter(({ typeName }) => (typeName as string) === 'shape')
                .map((record) => [record.id.slice('shape:'.length), Number((record as unknown as { x: number }).x)]),
            ),
          close() {
            client.close()
            webSocket.terminate()
          },
        }),
    } as never)
  })
}

function listPositions(doc: Y.Doc): Map<string, number> {
  const shapes = doc.getMap<Y.Map<unknown> | { x: number }>('shapes')
  return new Map([...shapes].map(([id, shape]) => [id, Number(shape instanceof Y.Map ? shape.get('x') : shape.x)]))
}

async function openHocuspocus({ port, board }: OpenOrder): Promise<OpenedBoard> {
  const beganAt = performance.now()
  const { Socket, bytes } = counted()
  const doc = new Y.Doc()
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `ws://127.0.0.1:${port}/`,
    WebSocketPolyfill: Socket as never,
  })
  return await new Promise((resolve) => {
    const provider: HocuspocusProvider = new HocuspocusProvider({
      websocketProvider,
      name: board,
      document: doc,
      token: 'token',
      onSynced: () =>
        resolve({
          ms: performance.now() - beganAt,
          bytes: bytes(),
          elements: () => listPositions(doc),
          close() {
            provider.destroy()
            websocketProvider.destroy()
          },
        }),
    })
    provider.attach()
  })
}

async function openYWebsocket({ port, board }: OpenOrder): Promise<OpenedBoard> {
  const beganAt = performance.now()
  const { Socket, bytes } = counted()
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, board, doc, {
    WebSocketPolyfill: Socket as never,
    disableBc: true,
  })
  // It reports "synced" while the server is still reading from disk; the rest arrives later.
  await new Promise<void>((resolve) => provider.once('sync', () => resolve()))
  while (listPositions(doc).size === 0 && performance.now() - beganAt < 30_000) await new Promise((resolve) => setTimeout(resolve, 1))
  return {
    ms: performance.now() - beganAt,
    bytes: bytes(),
    elements: () => listPositions(doc),
    close: () => provider.destroy(),
  }
}

export const openers: Readonly<Record<string, (order: OpenOrder) => Promise<OpenedBoard>>> = {
  tavla: openTavla,
  tldraw: openTldraw,
  hocuspocus: openHocuspocus,
  'y-websocket': openYWebsocket,
}
