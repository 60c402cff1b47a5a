import type {
  KeyPress,
  Modifiers,
  PointerDevice,
  PointerSample,
  RawPointer,
  RawWheel,
} from '../editor/input-events.ts'

/** Apple systems use Cmd for shortcuts, others Ctrl. */
export function isApple(): boolean {
  return /mac|iphone|ipad|ipod/i.test(navigator.platform)
}

export function getModifiers(event: MouseEvent | KeyboardEvent, apple: boolean): Modifiers {
  return { shift: event.shiftKey, alt: event.altKey, mod: apple ? event.metaKey : event.ctrlKey }
}

const buttons = { 0: 'main', 1: 'middle', 2: 'second', 5: 'eraser' } as const

export function rawPointer(
  event: PointerEvent,
  type: RawPointer['type'],
  frame: DOMRect,
  apple: boolean,
): RawPointer {
  // Only available in secure contexts, despite the type; otherwise there is one point per event.
  const coalesced = (type === 'move' && event.getCoalescedEvents?.()) || []
  const events = coalesced.length > 0 ? coalesced : [event]
  // On Apple systems, Ctrl-click is a secondary click.
  const second = apple && event.ctrlKey && event.button === 0
  const button = buttons[event.button as keyof typeof buttons] ?? 'main'
  return {
    type,
    pointer: event.pointerId,
    device: getDevice(event),
    button: second ? 'second' : button,
    samples: events.map((one) => getSample(one, frame)),
    modifiers: getModifiers(event, apple),
  }
}

function getDevice(event: PointerEvent): PointerDevice {
  return event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse'
}

function getSample(event: PointerEvent, frame: DOMRect): PointerSample {
  return {
    at: { x: event.clientX - frame.left, y: event.clientY - frame.top },
    // Pressure values of mice and fingers differ between browsers, so only pens' are used.
    pressure: event.pointerType === 'pen' ? event.pressure : 0.5,
    timeMs: event.timeStamp,
  }
}

/** Wheel deltas in lines or pages are converted to pixels. */
const linePx = 16

export function rawWheel(event: WheelEvent, frame: DOMRect, apple: boolean): RawWheel {
  const unit = event.deltaMode === 1 ? linePx : event.deltaMode === 2 ? frame.height : 1
  return {
    at: { x: event.clientX - frame.left, y: event.clientY - frame.top },
    dx: event.deltaX * unit,
    dy: event.deltaY * unit,
    pinch: event.ctrlKey,
    modifiers: getModifiers(event, apple),
  }
}

export function keyPress(event: KeyboardEvent, type: 'down' | 'up', apple: boolean): KeyPress {
  return {
    type,
    key: event.key,
    code: event.code,
    modifiers: getModifiers(event, apple),
    repeat: event.repeat,
  }
}

const ownKeys = 'input, textarea, select, video, [contenteditable=""], [contenteditable="true"]'
const ownWindows =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-modal="true"]'

/** Whether keyboard input belongs to a field, a player, an open menu or a dialog. */
export function belongsElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${ownKeys}, ${ownWindows}`) !== null
}
