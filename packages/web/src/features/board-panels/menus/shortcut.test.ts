import { expect, test } from 'vitest'
import { ariaShortcut, keyCaps, shortcutText } from './shortcut.ts'

test('a shortcut uses the key names of the platform', () => {
  expect(keyCaps('Mod+Shift+G', false)).toEqual(['Ctrl', 'Shift', 'G'])
  expect(keyCaps('Mod+Shift+G', true)).toEqual(['⌘', '⇧', 'G'])
  expect(shortcutText('Alt+ArrowLeft', false)).toBe('Alt+←')
  expect(shortcutText('Mod+Shift+G', true)).toBe('⌘⇧G')
  expect(shortcutText(undefined, false)).toBe('')
})

test('plus and minus can be keys of a shortcut', () => {
  expect(keyCaps('Mod+Plus', false)).toEqual(['Ctrl', '+'])
  expect(keyCaps('Mod+-', false)).toEqual(['Ctrl', '-'])
})

test('aria-keyshortcuts uses the standard key names', () => {
  expect(ariaShortcut('Mod+Z', false)).toBe('Control+Z')
  expect(ariaShortcut('Mod+Z', true)).toBe('Meta+Z')
  expect(ariaShortcut(undefined, true)).toBeUndefined()
})
