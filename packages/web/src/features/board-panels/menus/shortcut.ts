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

/** The keys of a shortcut such as `Mod+Shift+G`, each as its cap says. */
export function keyCaps(shortcut: string, onApple = apple): string[] {
  const parts = shortcut.split('+').map((part) => (part === '' ? '+' : part))
  return parts.map((part) => {
    if (onApple && appleNames[part]) return appleNames[part]
    return part === 'Mod' ? 'Ctrl' : (named[part] ?? part)
  })
}

/** A shortcut as it is written in a tooltip. */
export function shortcutText(shortcut: string | undefined, onApple = apple): string {
  return shortcut === undefined ? '' : keyCaps(shortcut, onApple).join(onApple ? '' : '+')
}

/** For `aria-keyshortcuts`, which has names of its own. */
export function ariaShortcut(shortcut: string | undefined, onApple = apple): string | undefined {
  return shortcut?.replace('Mod', onApple ? 'Meta' : 'Control')
}
