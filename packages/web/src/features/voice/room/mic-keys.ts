import type { InputModel } from '@tavla/contract'

/** Keyboard and page events that control the microphone. */
export type MicKeyEvent =
  | {
      readonly type: 'down'
      readonly key: string
      /** Auto-repeat of a held key. */
      readonly repeat: boolean
      /** Ctrl, Alt or Meta is held. */
      readonly modified: boolean
      /** A text field has the focus, or an IME is composing. */
      readonly isTyping: boolean
    }
  | { readonly type: 'up'; readonly key: string }
  /** The window lost focus, the tab was hidden, or the microphone was lost. */
  | { readonly type: 'release' }

export interface MicKeySettings {
  readonly inputModel: InputModel
  readonly speakFreelyKeyName: string
  readonly pushToSpeakKeyName: string
}

export interface MicState {
  /** The microphone is on. */
  readonly on: boolean
  /** The push-to-talk key that is held; null when none is. */
  readonly heldKey: string | null
}

export const micOff: MicState = { on: false, heldKey: null }

/**
 * Returns the next state. Releasing the held key always turns the microphone off, whatever has the focus and whichever modifiers
 * are held: a microphone must never stay on unnoticed.
 */
export function reduceMicKey(state: MicState, event: MicKeyEvent, keys: MicKeySettings): MicState {
  if (event.type === 'release') return state.heldKey === null ? state : micOff
  if (event.type === 'up') return event.key === state.heldKey ? micOff : state
  if (event.repeat || event.modified || event.isTyping) return state
  if (keys.inputModel === 'push-to-speak')
    return event.key === keys.pushToSpeakKeyName ? { on: true, heldKey: event.key } : state
  return event.key === keys.speakFreelyKeyName ? { on: !state.on, heldKey: null } : state
}

interface KeyLike {
  readonly key: string
  readonly code: string
}

/** The name of a key as stored in settings: `M`, `F12`, `Space`. Layouts without Latin letters use the key's position. */
export function getKeyName({ key, code }: KeyLike): string {
  if (key === ' ') return 'Space'
  if (key.length > 1) return key
  if (/^[\u0020-\u007e]$/.test(key)) return key.toUpperCase()
  return /^Key([A-Z])$/.exec(code)?.[1] ?? key.toUpperCase()
}

/** Keys that cannot be bound, because they have a global meaning or cannot be pressed alone. */
export const reservedKeys: readonly string[] = [
  ...['Escape', 'Tab', 'Enter', 'Backspace', 'Delete', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Dead', 'Process', 'Unidentified'],
]
