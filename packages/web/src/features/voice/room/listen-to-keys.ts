import { getKeyName, type TalkEvent } from './talk-keys.ts'

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]',
  ) !== null

/**
 * Listens to keys in the capture phase: a release is noticed wherever it happens. `isOurs` names the keys that nobody else
 * gets, such as F12, which opens a browser's tools.
 */
export function listenToKeys(
  hear: (event: TalkEvent) => void,
  isOurs: (name: string) => boolean,
): () => void {
  const down = (event: KeyboardEvent): void => {
    const key = getKeyName(event)
    const modified = event.ctrlKey || event.altKey || event.metaKey
    const writing = event.isComposing || isWriting(event.target)
    if (isOurs(key) && !modified && !writing) {
      event.preventDefault()
      event.stopPropagation()
    }
    hear({ type: 'down', key, repeat: event.repeat, modified, writing })
  }
  const up = (event: KeyboardEvent): void => hear({ type: 'up', key: getKeyName(event) })
  const release = (): void => hear({ type: 'release' })
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
