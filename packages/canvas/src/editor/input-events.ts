import type { Vec } from '../geometry/vec.ts'

/** Modifier keys; `mod` is Cmd on Apple systems and Ctrl elsewhere. */
export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  readonly mod: boolean
}

export type PointerDevice = 'mouse' | 'pen' | 'touch'

/** One measured position of a pointer, CSS pixels inside the view. */
export interface PointerSample {
  readonly at: Vec
  /** 0..1; 0.5 for devices that do not feel pressure. */
  readonly pressure: number
  readonly timeMs: number
}

export type PointerButton = 'main' | 'middle' | 'second' | 'eraser'

/** A pointer as the host reports it. */
export interface RawPointer {
  readonly type: 'down' | 'move' | 'up' | 'cancel' | 'leave'
  readonly pointer: number
  readonly device: PointerDevice
  readonly button: PointerButton
  /** All positions since the last report, the newest last; never empty. */
  readonly samples: readonly PointerSample[]
  readonly modifiers: Modifiers
}

/** Turned wheel or two fingers on a pad, CSS pixels; `pinch` when the system says it is a zoom. */
export interface RawWheel {
  readonly at: Vec
  readonly dx: number
  readonly dy: number
  readonly pinch: boolean
  readonly modifiers: Modifiers
}

/** A key as the host reports it; `key` is what the layout produces, `code` its position on the keyboard. */
export interface KeyPress {
  readonly type: 'down' | 'up'
  readonly key: string
  readonly code: string
  readonly modifiers: Modifiers
  readonly repeat: boolean
}

/** A pointer as a tool sees it, page units. */
export interface PointerInput {
  readonly device: PointerDevice
  readonly point: Vec
  /** CSS pixels in the view. */
  readonly screen: Vec
  /** Where it went down; equal to `point` before that. */
  readonly origin: Vec
  /** Has it moved further than a click wobbles (4 px) since it went down? Stays true until it is released. */
  readonly dragged: boolean
  /** How many quick clicks in one place this is: 1, 2, 3. */
  readonly clicks: number
  /** Every measured position since the last event, page units, for ink and erasing. */
  readonly path: readonly (Vec & { readonly pressure: number; readonly timeMs: number })[]
  readonly pressure: number
  readonly timeMs: number
  readonly modifiers: Modifiers
}
