import type { KeyPress } from '../input-events.ts'

/** A parsed shortcut such as `Mod+Shift+G`, `Alt+A`, `?` or `Space`. */
export interface KeyBinding {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
}

/** Names of keys that cannot be written as themselves. */
const named: Readonly<Record<string, string>> = { Space: ' ', Plus: '+' }

/** `code` of shortcut characters on a US keyboard. */
const codesByKey: ReadonlyMap<string, string> = new Map([
  ["'", 'Quote'],
  ['[', 'BracketLeft'],
  [']', 'BracketRight'],
  ['-', 'Minus'],
  ['=', 'Equal'],
  ['/', 'Slash'],
  ['.', 'Period'],
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['`', 'Backquote'],
  ['\\', 'Backslash'],
])

export function parseKeys(text: string): KeyBinding {
  const parts = text.split('+').map((part) => (part === '' ? '+' : part))
  const key = parts.at(-1)!
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  const plain = named[key] ?? key
  return {
    key: plain.length === 1 ? plain.toLowerCase() : plain,
    mod: has('Mod'),
    shift: has('Shift'),
    alt: has('Alt'),
  }
}

const isCharacter = (key: string): boolean => /^[a-z]$/.test(key)
const isSymbol = (key: string): boolean => key.length === 1 && !/^[a-z0-9 ]$/.test(key)

/** Whether the key event matches the shortcut by its character. */
export function matchesCharacter(binding: KeyBinding, press: KeyPress): boolean {
  const { shift, alt, mod } = press.modifiers
  if (binding.key !== (press.key.length === 1 ? press.key.toLowerCase() : press.key)) return false
  if (binding.mod !== mod || binding.alt !== alt) return false
  // Symbols need Shift on some layouts only, so Shift is ignored for them.
  return binding.shift === shift || (isSymbol(binding.key) && !binding.shift)
}

/**
 * Whether the key event matches the shortcut by key position: for layouts without Latin letters, for Alt on Apple
 * keyboards, which changes characters, and for Shift with brackets and digits.
 */
export function matchesPosition(binding: KeyBinding, press: KeyPress): boolean {
  const { shift, alt, mod } = press.modifiers
  if (binding.mod !== mod || binding.alt !== alt || binding.shift !== shift) return false
  if (isCharacter(binding.key)) {
    // Another Latin letter from the layout (AZERTY, Dvorak) has precedence, unless Alt changed it.
    const otherKey = isCharacter(press.key.toLowerCase()) && !alt
    return !otherKey && press.code === `Key${binding.key.toUpperCase()}`
  }
  if (/^[0-9]$/.test(binding.key))
    return press.code === `Digit${binding.key}` || press.code === `Numpad${binding.key}`
  return codesByKey.get(binding.key) === press.code
}

/** Finds the item for a key event; a match by character has precedence over a match by position. */
export function findByKey<T>(
  entries: readonly { readonly keys: readonly KeyBinding[]; readonly item: T }[],
  press: KeyPress,
  fits: (item: T) => boolean,
): T | undefined {
  for (const matches of [matchesCharacter, matchesPosition]) {
    for (const { keys, item } of entries) {
      if (keys.some((binding) => matches(binding, press)) && fits(item)) return item
    }
  }
  return undefined
}
