import '../../../../packages/web/src/platform/dom/no-eval.ts'
import type { Board } from '../../../../packages/canvas/src/board.ts'
import { getPlainText, type RichText } from '../../../../packages/canvas/src/document/text/rich-text.ts'
import { getPictures } from '../../src/pictures.ts'
import { createRoomDouble } from './room-double.ts'
import { installRecorder } from '../../src/recorder.ts'
import { makeScene, type SceneName } from '../../src/scene.ts'
import { tavlaScene, type TavlaScene } from '../../src/tavla-records.ts'

/** Injected into the product's page; the product contains no benchmark code. */

declare global {
  interface Window {
    tavlaBench: {
      board(): Board | undefined
      /** Arrival of the board's last chunk, page time in ms. */
      lastChunkMs(): number
      /** Whether the room's first answer has arrived and is held back. */
      isHolding(): boolean
      /** Delivers the held-back answer. */
      release(): void
      /** Uploads the images of the scene. */
      prepare(name: SceneName, count: number): Promise<void>
      /** Sets the number of elements of the scene; making it here would leave its garbage in this process. */
      expect(elements: number): void
      /** Whether the server has all images. */
      isUploaded(): boolean
    }
  }
}

installRecorder('canvas')
const room = createRoomDouble()

/** Peers are idle when they receive the scene. Holding back the room's answer gives our page the same start. */
const holdKey = 'bench-hold'
let holding = sessionStorage.getItem(holdKey) !== null
const held: { socket: WebSocket; data: ArrayBuffer }[] = []
let lastChunkMs = 0
const Plain = window.WebSocket
window.WebSocket = class extends Plain {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols)
    // Registered first, so that it can stop events for other listeners.
    this.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!(event.data instanceof ArrayBuffer)) return
      room.receive(this, event.data)
      const head = new TextDecoder().decode(event.data.slice(0, 60))
      if (holding && (held.length > 0 || head.includes('"t":"welcome"'))) {
        event.stopImmediatePropagation()
        held.push({ socket: this, data: event.data })
      } else if (head.includes('"t":"chunk"') || head.includes('"t":"welcome"'))
        lastChunkMs = performance.now()
    })
  }
}

let found: Board | undefined
function board(): Board | undefined {
  if (found) return found
  for (const element of document.querySelectorAll<HTMLElement & { board?: Board }>('div')) {
    if (element.board) return (found = element.board)
  }
  return undefined
}

function here(): Board {
  const it = board()
  if (!it) throw new Error('no board on this page')
  return it
}

let elementCount = 0
let createRecords: (() => TavlaScene) | undefined
/** Images whose files the scene shows. */
const inserted: string[] = []
const filesAtOnce = 20
let hero: string | undefined

function heroId(): string {
  if (hero !== undefined) return hero
  for (const id of here().document.ids()) {
    const text = here().document.get(id)?.['text'] as RichText | null | undefined
    if (text && getPlainText(text) === 'hero') return (hero = id)
  }
  throw new Error('the hero is not on the board')
}

window.tavlaBench = {
  board,
  lastChunkMs: () => lastChunkMs,
  isHolding: () => held.length > 0,
  release() {
    holding = false
    sessionStorage.removeItem(holdKey)
    for (const { socket, data } of held.splice(0)) socket.dispatchEvent(new MessageEvent('message', { data }))
  },
  async prepare(name, count) {
    const next = makeScene(name, count)
    const pictures = getPictures(next.name)
    for (let i = 0; pictures && i < pictures.count; i += filesAtOnce) {
      const some = Array.from({ length: Math.min(filesAtOnce, pictures.count - i) }, async (_, at) => ({
        blob: await (await fetch(await pictures.read(i + at))).blob(),
        name: `${i + at}.${pictures.type.slice('image/'.length)}`,
      }))
      await here().insert.insertImages(await Promise.all(some))
      inserted.push(...here().state.selection.peek())
    }
    const page = here().state.page.peek()
    if (page === null) throw new Error('the board has no page')
    elementCount = next.elements.length
    createRecords = () =>
      tavlaScene(next, page, (picture) => String(here().document.get(inserted[picture]!)?.['file']))
  },
  expect(elements) {
    elementCount = elements
  },
  isUploaded: () =>
    [...here().document.ids()].every((id) => !String(here().document.get(id)?.['file']).startsWith('local:')),
}

window.adapter = {
  async open() {
    if (!createRecords) throw new Error('nothing to open')
    const { records, pieces: strokes } = createRecords()
    createRecords = undefined
    const pieces = new Map([...strokes].map(([id, piece]) => [id, [piece]]))
    if (!here().insert.importRecords({ records, pieces } as never)) throw new Error('refused')
    // They were inserted for their files, which the scene has in other places.
    here().select(inserted.splice(0))
    if (here().canRun('delete')) here().run('delete')
    here().select([])
  },
  reset() {
    here().viewport.show([heroId()])
    here().select([])
  },
  fit: () => here().viewport.fitPage(),
  zoom: () => here().state.camera.peek().zoom,
  tool: (name) => here().setTool(name === 'draw' ? 'pen' : 'select'),
  count: () => here().document.size,
  countElements: () => elementCount,
  selectedCount: () => here().state.selection.peek().length,
  heroX: () => Number(here().document.get(heroId())?.['x']),
  load(people, seconds) {
    const { document, scene: drawn } = here()
    const at = drawn.getBounds(heroId())!
    const far = (id: string): number => {
      const box = drawn.getBounds(id)
      return box ? Math.hypot(box.x - at.x, box.y - at.y) : Infinity
    }
    const distances = new Map([...document.ids()].map((id) => [id, far(id)]))
    const near = [...distances]
      .filter(([id]) => id !== heroId())
      .sort(([, a], [, b]) => a - b)
      .slice(0, people * 4)
      .map(([id]) => document.get(id) as unknown as { id: string; kind: string; x: number; y: number })
      // Records without a position, such as the page, have no distance.
      .filter(({ kind, x, y }) => kind !== 'connector' && kind !== 'pen' && Number.isFinite(x + y))
    room.play(near.slice(0, people), seconds)
  },
  async allSaved() {
    while (here().state.saveState.peek() !== 'saved') await new Promise(requestAnimationFrame)
  },
  completeness: () => {
    const { frames, incomplete, blurred, outdated } = here().stats
    return { frames, incomplete, blurred, outdated }
  },
}
