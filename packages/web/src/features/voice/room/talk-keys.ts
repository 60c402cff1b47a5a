import type { InputModel } from '@tavla/contract'

/** What the keyboard and the page say about talking. */
export type TalkEvent =
  | {
      readonly type: 'down'
      readonly key: string
      /** The key is held and repeats. */
      readonly repeat: boolean
      /** Ctrl, Alt or the command key is held. */
      readonly modified: boolean
      /** Text is being written, also by an input method. */
      readonly writing: boolean
    }
  | { readonly type: 'up'; readonly key: string }
  /** The window or tab went to the back, or the microphone was lost. */
  | { readonly type: 'release' }

export interface TalkKeys {
  readonly inputModel: InputModel
  readonly speakFreelyKeyName: string
  readonly pushToSpeakKeyName: string
}

export interface Talk {
  /** The microphone is open. */
  readonly on: boolean
  /** By this key, for as long as it is held; null: not by a key that is held. */
  readonly held: string | null
}

export const silent: Talk = { on: false, held: null }

/**
 * One step. A key that is held lets go wherever it goes up, whatever has the keyboard by then and whichever other keys are
 * held: a microphone that stays open unnoticed is the worst that can happen here.
 */
export function nextTalk(talk: Talk, event: TalkEvent, keys: TalkKeys): Talk {
  if (event.type === 'release') return talk.held === null ? talk : silent
  if (event.type === 'up') return event.key === talk.held ? silent : talk
  if (event.repeat || event.modified || event.writing) return talk
  if (keys.inputModel === 'push-to-speak')
    return event.key === keys.pushToSpeakKeyName ? { on: true, held: event.key } : talk
  return event.key === keys.speakFreelyKeyName ? { on: !talk.on, held: null } : talk
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

/** Keys that cannot be bound: they do something everywhere, or cannot be pressed alone. */
export const reservedKeys: readonly string[] = [
  ...['Escape', 'Tab', 'Enter', 'Backspace', 'Delete', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Dead', 'Process', 'Unidentified'],
]
