const apple = /mac|iphone|ipad|ipod/i.test(globalThis.navigator?.platform ?? '')

const named: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Plus: '+',
  Escape: 'Esc',
  Delete: 'Del',
}
const appleNames: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Backspace: '⌫',
  Delete: '⌦',
}

/** Key labels of a shortcut such as `Mod+Shift+G`. */
export function keyCaps(shortcut: string, onApple = apple): string[] {
  const parts = shortcut.split('+').map((part) => (part === '' ? '+' : part))
  return parts.map((part) => {
    if (onApple && appleNames[part]) return appleNames[part]
    return part === 'Mod' ? 'Ctrl' : (named[part] ?? part)
  })
}

/** A shortcut as shown in a tooltip. */
export function shortcutText(shortcut: string | undefined, onApple = apple): string {
  return shortcut === undefined ? '' : keyCaps(shortcut, onApple).join(onApple ? '' : '+')
}

/** For `aria-keyshortcuts`, which has its own key names. */
export function ariaShortcut(shortcut: string | undefined, onApple = apple): string | undefined {
  return shortcut?.replace('Mod', onApple ? 'Meta' : 'Control')
}
