import { getKeyName, type MicKeyEvent } from './mic-keys.ts'

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]',
  ) !== null

/**
 * Listens in the capture phase, so that a release is seen wherever it happens. Keys for which `isMicKey` is true are not passed on,
 * such as F12, which opens developer tools.
 */
export function listenToMicKeys(
  onEvent: (event: MicKeyEvent) => void,
  isMicKey: (name: string) => boolean,
): () => void {
  const down = (event: KeyboardEvent): void => {
    const key = getKeyName(event)
    const modified = event.ctrlKey || event.altKey || event.metaKey
    const isTyping = event.isComposing || isTextField(event.target)
    if (isMicKey(key) && !modified && !isTyping) {
      event.preventDefault()
      event.stopPropagation()
    }
    onEvent({ type: 'down', key, repeat: event.repeat, modified, isTyping })
  }
  const up = (event: KeyboardEvent): void => onEvent({ type: 'up', key: getKeyName(event) })
  const release = (): void => onEvent({ type: 'release' })
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') release()
  }
  window.addEventListener('keydown', down, true)
  window.addEventListener('keyup', up, true)
  window.addEventListener('blur', release)
  window.addEventListener('pagehide', release)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    window.removeEventListener('keydown', down, true)
    window.removeEventListener('keyup', up, true)
    window.removeEventListener('blur', release)
    window.removeEventListener('pagehide', release)
    document.removeEventListener('visibilitychange', hidden)
  }
}
