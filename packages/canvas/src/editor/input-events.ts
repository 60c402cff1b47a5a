import type { Vec } from '../geometry/vec.ts'

/** Modifier keys; `mod` is Cmd on Apple systems and Ctrl elsewhere. */
export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  readonly mod: boolean
}

export type PointerDevice = 'mouse' | 'pen' | 'touch'

/** One measured pointer position, CSS pixels inside the view. */
export interface PointerSample {
  readonly at: Vec
  /** 0..1; 0.5 for devices without pressure. */
  readonly pressure: number
  readonly timeMs: number
}

export type PointerButton = 'main' | 'middle' | 'second' | 'eraser'

/** A pointer event from the host. */
export interface RawPointer {
  readonly type: 'down' | 'move' | 'up' | 'cancel' | 'leave'
  readonly pointer: number
  readonly device: PointerDevice
  readonly button: PointerButton
  /** All positions since the last event, newest last; never empty. */
  readonly samples: readonly PointerSample[]
  readonly modifiers: Modifiers
}

/** Mouse wheel or two-finger scroll, CSS pixels; `pinch` if the system reports a zoom. */
export interface RawWheel {
  readonly at: Vec
  readonly dx: number
  readonly dy: number
  readonly pinch: boolean
  readonly modifiers: Modifiers
}

/** A key event from the host; `key` and `code` as in KeyboardEvent. */
export interface KeyPress {
  readonly type: 'down' | 'up'
  readonly key: string
  readonly code: string
  readonly modifiers: Modifiers
  readonly repeat: boolean
}

/** A pointer event for tools, page units. */
export interface PointerInput {
  readonly device: PointerDevice
  readonly point: Vec
  /** CSS pixels in the view. */
  readonly screen: Vec
  /** Position of the press; equal to `point` before it. */
  readonly origin: Vec
  /** Whether the pointer has moved beyond the click tolerance (4 px) since the press. Stays true until release. */
  readonly dragged: boolean
  /** Click count of a multiple click: 1, 2, 3. */
  readonly clicks: number
  /** All measured positions since the last event, page units, for drawing and erasing. */
  readonly path: readonly (Vec & { readonly pressure: number; readonly timeMs: number })[]
  readonly pressure: number
  readonly timeMs: number
  readonly modifiers: Modifiers
}
