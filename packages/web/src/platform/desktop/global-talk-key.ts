import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { DesktopBridge, DesktopTalkKey } from '@tavla/contract'
import { storage } from '../storage.ts'
import type { BrowserStorage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { getDesktopBridge } from '../dom/desktop.ts'
import { findKeyCode } from './key-code.ts'

/** First version of the desktop app that watches keys. */
const versionWithTalkKey = 3

/** Why the desktop app cannot watch the key. */
export type TalkKeyProblem = Exclude<DesktopTalkKey, 'watched' | 'stopped'>

/** The push-to-talk key in other programs, which only the desktop app sees. */
export interface GlobalTalkKey {
  /** Chosen by the person on this computer. */
  readonly isChosen: ReadonlySignal<boolean>
  /** Why the last choice or watch failed. */
  readonly problem: ReadonlySignal<TalkKeyProblem | null>
  /** False in a browser. */
  isOffered(): boolean
  /** Stores the choice, which has no effect before the app has watched the key once. */
  choose(isOn: boolean, keyName: string): Promise<void>
  /** Watches the key until the returned function is called. */
  watch(keyName: string, onChange: (isDown: boolean) => void): () => void
  /** Whether the app reports the key now, so that losing the focus does not release it. */
  isWatching(): boolean
}

interface GlobalTalkKeyDeps {
  readonly store: BrowserStorage
  readonly getBridge: () => DesktopBridge | null
  readonly findCode: (keyName: string) => Promise<string | null>
}

export function createGlobalTalkKey({ store, getBridge, findCode }: GlobalTalkKeyDeps): GlobalTalkKey {
  const isChosen = signal(store.read(keys.globalTalkKey) !== null)
  const problem = signal<TalkKeyProblem | null>(null)
  /** The latest watch; an earlier one has no effect any more. */
  let current: object | null = null
  let isWatching = false

  async function start(keyName: string): Promise<DesktopTalkKey> {
    const bridge = getBridge()
    if (!bridge || bridge.version < versionWithTalkKey) return 'missing'
    try {
      const code = await findCode(keyName)
      return code === null ? 'unsupported-key' : await bridge.watchTalkKey(code)
    } catch (error) {
      console.error('The key cannot be watched', error)
      return 'refused'
    }
  }

  function stop(): void {
    current = null
    isWatching = false
    getBridge()
      ?.stopTalkKey()
      .catch((error: unknown) => console.error('The key is still watched', error))
  }

  function setChosen(isOn: boolean): void {
    if (isOn) store.write(keys.globalTalkKey, '1')
    else store.remove(keys.globalTalkKey)
    isChosen.value = isOn
  }

  return {
    isChosen,
    problem,
    isOffered: () => getBridge() !== null,
    isWatching: () => isWatching,
    async choose(isOn, keyName) {
      problem.value = null
      if (!isOn) return setChosen(false)
      const result = await start(keyName)
      problem.value = result === 'watched' || result === 'stopped' ? null : result
      if (problem.peek() === null) stop()
      setChosen(problem.peek() === null)
    },
    watch(keyName, onChange) {
      const watch = (current = {})
      const release = getBridge()?.onTalkKey((isDown) => {
        if (current === watch) onChange(isDown)
      })
      void start(keyName).then((result) => {
        if (current !== watch) return
        isWatching = result === 'watched'
        problem.value = result === 'watched' || result === 'stopped' ? null : result
      })
      return () => {
        release?.()
        if (current !== watch) return
        stop()
        onChange(false)
      }
    },
  }
}

export const globalTalkKey = createGlobalTalkKey({
  store: storage,
  getBridge: getDesktopBridge,
  findCode: findKeyCode,
})
