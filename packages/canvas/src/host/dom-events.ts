import type {
  KeyPress,
  Modifiers,
  PointerDevice,
  PointerSample,
  RawPointer,
  RawWheel,
} from '../editor/input-events.ts'

/** Cmd is the modifier of shortcuts on Apple systems, Ctrl elsewhere. */
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
  // Over plain http the browser does not offer it, whatever the types say; one point a move is then what there is.
  const coalesced = (type === 'move' && event.getCoalescedEvents?.()) || []
  const events = coalesced.length > 0 ? coalesced : [event]
  // Ctrl and a click is the second button on Apple systems.
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
    // Only pens feel how hard they press; what mice and fingers report there differs by browser.
    pressure: event.pointerType === 'pen' ? event.pressure : 0.5,
    timeMs: event.timeStamp,
  }
}

/** Browsers that count in lines or pages instead of pixels. */
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

const ownKeys = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const ownWindows =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-modal="true"]'

/** Is the keyboard somebody else's: a field, an open menu or a dialog? */
export function belongsElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${ownKeys}, ${ownWindows}`) !== null
}
