import { describe, expect, test } from 'vitest'
import type { KeyPress } from '../input-events.ts'
import { findByKey, parseKeys } from './keys.ts'

const press = (key: string, code: string, modifiers: Partial<KeyPress['modifiers']> = {}): KeyPress => ({
  type: 'down',
  key,
  code,
  modifiers: { shift: false, alt: false, mod: false, ...modifiers },
  repeat: false,
})

const bindings = ['A', 'Q', 'V', 'Mod+[', 'Mod+Shift+[', '[', '?', 'Mod++', 'Shift+1', 'Alt+A', 'Mod+Shift+G']
const entries = bindings.map((text) => ({ keys: [parseKeys(text)], item: text }))
const find = (p: KeyPress): string | undefined => findByKey(entries, p, () => true)

describe('shortcuts', () => {
  test.each<[string, KeyPress, string | undefined]>([
    ['a plain letter', press('v', 'KeyV'), 'V'],
    ['a letter with caps lock', press('V', 'KeyV'), 'V'],
    ['a Cyrillic layout falls back to the place', press('м', 'KeyV'), 'V'],
    ['AZERTY means the letter it prints', press('a', 'KeyQ'), 'A'],
    ['AZERTY does not also mean the place', press('q', 'KeyA'), 'Q'],
    ['Mod with a bracket', press('[', 'BracketLeft', { mod: true }), 'Mod+['],
    [
      'Shift changes what the bracket key prints',
      press('{', 'BracketLeft', { mod: true, shift: true }),
      'Mod+Shift+[',
    ],
    ['a question mark needs Shift on most layouts', press('?', 'Slash', { shift: true }), '?'],
    ['a plus sign with Shift', press('+', 'Equal', { mod: true, shift: true }), 'Mod++'],
    ['a plus sign without', press('+', 'NumpadAdd', { mod: true }), 'Mod++'],
    ['a digit with Shift prints a symbol', press('!', 'Digit1', { shift: true }), 'Shift+1'],
    ['Alt on Apple keyboards prints another letter', press('å', 'KeyA', { alt: true }), 'Alt+A'],
    ['more modifiers than asked for', press('v', 'KeyV', { mod: true }), undefined],
    ['three at once', press('G', 'KeyG', { mod: true, shift: true }), 'Mod+Shift+G'],
  ])('%s', (_name, p, expected) => {
    expect(find(p)).toBe(expected)
  })
})
