const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/**
 * Records on the root element whether a pointer or a key was used last. Browsers show the focus ring on
 * whatever a script focuses, even in a menu that was opened by mouse.
 */
export function trackPointerUse(root: HTMLElement): void {
  const onPointerDown = () => void (root.dataset['pointed'] = '')
  addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
  addEventListener(
    'keydown',
    ({ key }) => {
      if (!modifiers.has(key)) delete root.dataset['pointed']
    },
    { capture: true },
  )
}
