import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import { distance, type Vec } from '../../geometry/vec.ts'
import type { Camera } from '../view/camera.ts'
import type { Clock } from '../clock.ts'
import type { Modifiers, PointerDevice, RawPointer, RawWheel } from '../input-events.ts'
import { LongPress } from './long-press.ts'
import { createPointer } from './pointer.ts'
import { createMultiTouch } from './touch.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface InputParts {
  readonly camera: Camera
  readonly runner: ToolRunner
  readonly clock: Clock
  /** Tool for the eraser end of a pen. */
  readonly eraserId: string
  /** A press on the board first closes an open text box. */
  readonly endTyping: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly contextMenu: (at: Vec, by: PointerDevice) => void
}

const wheelZoom = 0.01
/** Upper limit of the zoom per wheel notch. */
const wheelZoomMost = 40
const edgePx = 24
const edgeSpeedPx = 12

/** Routes each pointer to the tool, to panning or to pinch zoom. */
export class Input {
  readonly #parts: InputParts
  readonly #pointer: ReturnType<typeof createPointer>
  readonly #fingers: ReturnType<typeof createMultiTouch>
  readonly #longPress: LongPress
  readonly #at = signal<Vec | null>(null)
  readonly #panning = signal(false)
  readonly #device = signal<PointerDevice>('mouse')
  /** Id of the pointer that controls the tool. */
  #working: number | undefined
  #pan: { readonly pointer: number; last: Vec } | undefined
  #isSpaceHeld = false
  /** After the first pen input, touch only pans, so that a palm never draws. */
  #hasPen = false

  constructor(parts: InputParts) {
    const { camera, clock } = parts
    this.#parts = parts
    this.#pointer = createPointer((screen) => camera.toPage(screen))
    this.#fingers = createMultiTouch(camera, parts)
    this.#longPress = new LongPress(clock, (at) => {
      this.#dropTool()
      parts.contextMenu(at, 'touch')
    })
  }

  /** Last pointer position in the view, CSS pixels; null outside. */
  get at(): ReadonlySignal<Vec | null> {
    return this.#at
  }

  /** Device type of the last input. */
  get device(): ReadonlySignal<PointerDevice> {
    return this.#device
  }

  /** The view is being panned. */
  get panning(): ReadonlySignal<boolean> {
    return this.#panning
  }

  /** The last press was a long press that opened a menu; the host suppresses the click. */
  get menuIsHeld(): boolean {
    return this.#longPress.hasFired
  }

  pointer(raw: RawPointer): void {
    batch(() => {
      this.#device.value = raw.device
      if (raw.type === 'down') this.#down(raw)
      else if (raw.type === 'move') this.#move(raw)
      else if (raw.type === 'up') this.#up(raw)
      else if (raw.type === 'leave') this.#at.value = null
      else this.#cancel(raw)
    })
  }

  wheel(raw: RawWheel): void {
    const { camera, runner } = this.#parts
    batch(() => {
      if (raw.pinch || raw.modifiers.mod) {
        const clamped = Math.max(-wheelZoomMost, Math.min(wheelZoomMost, raw.dy))
        camera.zoomBy(Math.exp(-clamped * wheelZoom), raw.at)
      } else if (raw.modifiers.shift && raw.dx === 0) camera.panBy(-raw.dy, 0)
      else camera.panBy(-raw.dx, -raw.dy)
      // The page moved under a resting pointer.
      const input = this.#pointer.again()
      if (input && (this.#working !== undefined || this.#at.peek())) runner.handle('pointerMove', input)
    })
  }

  /** While Space is held, a press pans the page. */
  holdSpace(held: boolean): void {
    this.#isSpaceHeld = held
  }

  /** A modifier key changed: the current gesture is evaluated again. */
  modifiers(next: Modifiers): void {
    if (this.#working === undefined) return
    const input = this.#pointer.again(next)
    if (input) batch(() => this.#parts.runner.handle('pointerMove', input))
  }

  /** Pans when a gesture reaches the edge of the view; called once per frame. */
  panAtEdge(): void {
    const { camera, runner } = this.#parts
    const at = this.#pointer.screen
    if (this.#working === undefined || !at || !runner.tool.pansAtEdge || !this.#pointer.again()?.dragged)
      return
    const { w, h } = camera.size.peek()
    const dx = getEdgePan(at.x, w)
    const dy = getEdgePan(at.y, h)
    if (dx === 0 && dy === 0) return
    camera.panBy(dx, dy)
    const input = this.#pointer.again()
    if (input) runner.handle('pointerMove', input)
  }

  contextMenu(at: Vec): void {
    const isHere = distance(at, this.#pointer.screen ?? at) < 1
    if (this.#working !== undefined && isHere) this.#dropTool()
    this.#parts.contextMenu(at, 'mouse')
  }

  #down(raw: RawPointer): void {
    const { runner, endTyping, eraserId } = this.#parts
    this.#longPress.reset()
    if (raw.device === 'pen') this.#hasPen = true
    if (this.#touchDown(raw)) return
    if (this.#working !== undefined || this.#pan) return
    endTyping()
    if (raw.button === 'middle' || (this.#isSpaceHeld && raw.button === 'main')) return this.#startPan(raw)
    if (raw.device === 'touch' && this.#hasPen && runner.tool.inks) return this.#startPan(raw)
    if (raw.button === 'second') return
    if (raw.button === 'eraser') runner.setTemporary(eraserId)
    this.#working = raw.pointer
    if (raw.device === 'touch') this.#longPress.start(raw.samples.at(-1)!.at)
    runner.handle('pointerDown', this.#pointer.down(raw))
  }

  /** Returns whether the touch is part of a multi-touch gesture or a palm, so that it does not control the tool. */
  #touchDown(raw: RawPointer): boolean {
    if (raw.device !== 'touch') return false
    const { at, timeMs } = raw.samples.at(-1)!
    // Palm contact while the pen draws.
    if (this.#working !== undefined && this.#hasPen) return true
    this.#fingers.down(raw.pointer, at, timeMs)
    if (this.#fingers.count < 2) return false
    this.#longPress.cancel()
    this.#dropTool()
    this.#pan = undefined
    this.#panning.value = true
    return true
  }

  #move(raw: RawPointer): void {
    const { camera, runner } = this.#parts
    const newest = raw.samples.at(-1)!.at
    if (this.#fingers.has(raw.pointer)) this.#fingers.move(raw.pointer, newest)
    const pan = this.#pan
    if (pan?.pointer === raw.pointer) {
      camera.panBy(newest.x - pan.last.x, newest.y - pan.last.y)
      pan.last = newest
      return
    }
    if (this.#working !== undefined && this.#working !== raw.pointer) return
    if (raw.device === 'touch' && this.#working === undefined) return
    const input = this.#pointer.move(raw)
    if (input.dragged) this.#longPress.cancel()
    this.#at.value = newest
    runner.handle('pointerMove', input)
  }

  #up(raw: RawPointer): void {
    const { runner } = this.#parts
    this.#longPress.cancel()
    if (this.#fingers.has(raw.pointer)) this.#fingers.up(raw.pointer, raw.samples.at(-1)!.timeMs)
    if (this.#pan?.pointer === raw.pointer) this.#pan = undefined
    if (!this.#pan && this.#fingers.count < 2) this.#panning.value = false
    if (this.#working !== raw.pointer) return
    this.#working = undefined
    runner.handle('pointerUp', this.#pointer.up(raw))
    runner.endTemporary()
  }

  #cancel(raw: RawPointer): void {
    this.#longPress.cancel()
    this.#fingers.lose(raw.pointer)
    if (this.#pan?.pointer === raw.pointer) this.#pan = undefined
    if (!this.#pan) this.#panning.value = false
    if (this.#working === raw.pointer) this.#dropTool()
  }

  #startPan(raw: RawPointer): void {
    this.#pan = { pointer: raw.pointer, last: raw.samples.at(-1)!.at }
    this.#panning.value = true
  }

  #dropTool(): void {
    if (this.#working === undefined) return
    this.#working = undefined
    this.#pointer.lose()
    this.#parts.runner.cancel()
    this.#parts.runner.endTemporary()
  }
}

/** Pan distance in CSS pixels: increases towards the edge, zero away from it. */
function getEdgePan(value: number, size: number): number {
  if (value < edgePx) return Math.min(1, (edgePx - value) / edgePx) * edgeSpeedPx
  if (value > size - edgePx) return -Math.min(1, (value - (size - edgePx)) / edgePx) * edgeSpeedPx
  return 0
}
