const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/**
 * Keeps on the page whether a pointer or a key was used last. Browsers show the keyboard's ring on whatever a script
 * focuses, also in a menu that a mouse has opened.
 */
export function watchPointed(root: HTMLElement): void {
  const pointed = () => void (root.dataset['pointed'] = '')
  addEventListener('pointerdown', pointed, { capture: true, passive: true })
  addEventListener(
    'keydown',
    ({ key }) => {
      if (!modifiers.has(key)) delete root.dataset['pointed']
    },
    { capture: true },
  )
}
