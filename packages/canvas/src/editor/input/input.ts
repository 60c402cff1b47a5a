import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import { distance, type Vec } from '../../geometry/vec.ts'
import type { Camera } from '../view/camera.ts'
import type { Clock } from '../clock.ts'
import type { Modifiers, PointerDevice, RawPointer, RawWheel } from './input-events.ts'
import { createPointer } from './pointer.ts'
import { createFingers } from './touch.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface InputParts {
  readonly camera: Camera
  readonly runner: ToolRunner
  readonly clock: Clock
  /** Tool that the eraser end of a pen stands for. */
  readonly eraserId: string
  /** A press on the board ends typing before anything else. */
  readonly endTyping: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly contextMenu: (at: Vec, by: PointerDevice) => void
}

export interface Input {
  /** Last place of the pointer on the view, CSS pixels; null outside. */
  readonly at: ReadonlySignal<Vec | null>
  /** The view is being pushed around. */
  readonly panning: ReadonlySignal<boolean>
  pointer(raw: RawPointer): void
  wheel(raw: RawWheel): void
  /** Space held: the next press pushes the page. */
  holdSpace(held: boolean): void
  /** A modifier key changed: the gesture in the hand looks anew. */
  modifiers(next: Modifiers): void
  /** Pushes the page when a gesture has come to the edge of the view; once per frame. */
  pushAtEdge(): void
  contextMenu(at: Vec): void
  /** The last press was a long one and opened a menu: the browser must make no click of it. */
  readonly menuIsHeld: boolean
}

const wheelZoom = 0.01
/** One notch of a wheel never zooms more than this. */
const wheelZoomMost = 40
const longPressMs = 500
const edgePx = 24
const edgeSpeedPx = 12

/** Decides what each pointer is for: working the tool, pushing the page, or pinching. */
export function createInput(parts: InputParts): Input {
  const { camera, runner, clock } = parts
  const pointer = createPointer(camera.toPage)
  const fingers = createFingers(camera, parts)
  const at = signal<Vec | null>(null)
  const panning = signal(false)
  let working: number | undefined
  let pan: { readonly pointer: number; last: Vec } | undefined
  let spaceHeld = false
  /** Once a pen was used, fingers push the page: a palm must never draw. */
  let penSeen = false
  let cancelLongPress: (() => void) | undefined
  /** The finger whose long press has opened a menu; it chooses nothing there. */
  let heldFinger: number | undefined

  const endLongPress = (): void => {
    cancelLongPress?.()
    cancelLongPress = undefined
  }
  const dropTool = (): void => {
    if (working === undefined) return
    working = undefined
    pointer.lose()
    runner.cancel()
    runner.endLoan()
  }
  const startPan = (raw: RawPointer): void => {
    pan = { pointer: raw.pointer, last: raw.samples.at(-1)!.at }
    panning.value = true
  }
  const waitForLongPress = (raw: RawPointer): void => {
    const { at: position } = raw.samples.at(-1)!
    cancelLongPress = clock.after(longPressMs, () => {
      dropTool()
      heldFinger = raw.pointer
      parts.contextMenu(position, 'touch')
    })
  }

  const touchDown = (raw: RawPointer): boolean => {
    if (raw.device !== 'touch') return false
    const { at: position, timeMs } = raw.samples.at(-1)!
    // A palm that lands while the pen writes is nothing.
    if (working !== undefined && penSeen) return true
    fingers.down(raw.pointer, position, timeMs)
    if (fingers.count < 2) return false
    endLongPress()
    dropTool()
    pan = undefined
    panning.value = true
    return true
  }

  const down = (raw: RawPointer): void => {
    heldFinger = undefined
    if (raw.device === 'pen') penSeen = true
    if (touchDown(raw)) return
    if (working !== undefined || pan) return
    parts.endTyping()
    if (raw.button === 'middle' || (spaceHeld && raw.button === 'main')) return startPan(raw)
    if (raw.device === 'touch' && penSeen && runner.tool.inks) return startPan(raw)
    if (raw.button === 'second') return
    if (raw.button === 'eraser') runner.lend(parts.eraserId)
    working = raw.pointer
    if (raw.device === 'touch') waitForLongPress(raw)
    runner.handle('pointerDown', pointer.down(raw))
  }

  const move = (raw: RawPointer): void => {
    const newest = raw.samples.at(-1)!.at
    if (fingers.has(raw.pointer)) fingers.move(raw.pointer, newest)
    if (pan?.pointer === raw.pointer) {
      camera.panBy(newest.x - pan.last.x, newest.y - pan.last.y)
      pan.last = newest
      return
    }
    if (working !== undefined && working !== raw.pointer) return
    if (raw.device === 'touch' && working === undefined) return
    const input = pointer.move(raw)
    if (input.dragged) endLongPress()
    at.value = newest
    runner.handle('pointerMove', input)
  }

  const up = (raw: RawPointer): void => {
    endLongPress()
    if (fingers.has(raw.pointer)) fingers.up(raw.pointer, raw.samples.at(-1)!.timeMs)
    if (pan?.pointer === raw.pointer) pan = undefined
    if (!pan && fingers.count < 2) panning.value = false
    if (working !== raw.pointer) return
    working = undefined
    runner.handle('pointerUp', pointer.up(raw))
    runner.endLoan()
  }

  return {
    at,
    panning,
    pointer: (raw) =>
      batch(() => {
        if (raw.type === 'down') down(raw)
        else if (raw.type === 'move') move(raw)
        else if (raw.type === 'up') up(raw)
        else if (raw.type === 'leave') at.value = null
        else {
          endLongPress()
          fingers.lose(raw.pointer)
          if (pan?.pointer === raw.pointer) pan = undefined
          if (!pan) panning.value = false
          if (working === raw.pointer) dropTool()
        }
      }),
    wheel: (raw) =>
      batch(() => {
        if (raw.pinch || raw.modifiers.mod) {
          const turned = Math.max(-wheelZoomMost, Math.min(wheelZoomMost, raw.dy))
          camera.zoomBy(Math.exp(-turned * wheelZoom), raw.at)
        } else if (raw.modifiers.shift && raw.dx === 0) camera.panBy(-raw.dy, 0)
        else camera.panBy(-raw.dx, -raw.dy)
        // The page moved under a hand that stands still.
        const input = pointer.again()
        if (input && (working !== undefined || at.peek())) runner.handle('pointerMove', input)
      }),
    holdSpace(held) {
      spaceHeld = held
    },
    modifiers(next) {
      if (working === undefined) return
      const input = pointer.again(next)
      if (input) batch(() => runner.handle('pointerMove', input))
    },
    pushAtEdge() {
      const position = pointer.screen
      if (working === undefined || !position || !runner.tool.pushesEdge || !pointer.again()?.dragged) return
      const { w, h } = camera.size.peek()
      const dx = edgePush(position.x, w)
      const dy = edgePush(position.y, h)
      if (dx === 0 && dy === 0) return
      camera.panBy(dx, dy)
      const input = pointer.again()
      if (input) runner.handle('pointerMove', input)
    },
    get menuIsHeld() {
      return heldFinger !== undefined
    },
    contextMenu: (position) => {
      if (working !== undefined && distance(position, pointer.screen ?? position) < 1) dropTool()
      parts.contextMenu(position, 'mouse')
    },
  }
}

/** CSS pixels to push the page by: faster the nearer to the edge, nothing in the middle. */
function edgePush(value: number, size: number): number {
  if (value < edgePx) return Math.min(1, (edgePx - value) / edgePx) * edgeSpeedPx
  if (value > size - edgePx) return -Math.min(1, (value - (size - edgePx)) / edgePx) * edgeSpeedPx
  return 0
}
