import type { DesktopBridge, DesktopFile, DesktopSignIn, DesktopTalkKey } from '@tavla/contract/desktop'
import type { PageEvent } from './shell-host.ts'

/** Connection of the page script to the shell. */
export interface PageTransport {
  send(text: string): void
  /** Registers the function that the host calls with answers and events. */
  listen(receive: (message: PageMessage) => void): void
}

/** From the shell to the page: an answer or an event. */
export type PageMessage = { readonly id: number; readonly isOk: boolean; readonly value: unknown } | PageEvent

/** The parts of the page's global object that the script uses; the shell has no DOM types. */
interface PageGlobal {
  readonly location: { readonly origin: string; readonly protocol: string }
  readonly top: unknown
  readonly localStorage: { setItem(key: string, value: string): void }
  readonly screenX: number
  readonly screenY: number
  readonly outerWidth: number
  readonly outerHeight: number
  readonly document: PageTarget
  addEventListener(type: string, listener: () => void): void
}
interface PageTarget {
  addEventListener(type: string, listener: () => void): void
}

export interface PageScriptOptions {
  readonly origin: string
  readonly flagKey: string
  readonly version: number
}

/**
 * Runs in the page before its first script. Serialized with `toString`, so it must not refer to outer variables.
 * The app's pages get the bridge, the shell's own pages (`data:`, which web pages cannot navigate to) a plain
 * function, other frames and origins nothing. The host validates each message again.
 */
export function installPageBridge(options: PageScriptOptions, transport: PageTransport): void {
  const page = globalThis as unknown as PageGlobal
  const isServer = page.location.origin === options.origin
  if (page.top !== page || (!isServer && page.location.protocol !== 'data:')) return

  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const keyListeners = new Set<(isDown: boolean) => void>()
  let lastId = 0
  const call = (message: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set((lastId += 1), { resolve, reject })
      transport.send(JSON.stringify({ id: lastId, message }))
    })
  const listen = <Listener>(listeners: Set<Listener>, listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  transport.listen((message) => {
    if (!('event' in message)) {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.isOk) asked?.resolve(message.value)
      else asked?.reject(new Error('The shell refused'))
    } else {
      for (const listener of keyListeners) listener(message.isDown)
    }
  })

  // There is no event for a moved window, so its position is compared on pointer and focus changes.
  let known = ''
  const reportPosition = () => {
    const now = [page.screenX, page.screenY, page.outerWidth, page.outerHeight].join()
    if (now === known) return
    known = now
    call({ verb: 'moved' }).catch(() => undefined)
  }
  for (const type of ['resize', 'focus', 'blur']) page.addEventListener(type, reportPosition)
  for (const type of ['mouseenter', 'mouseleave', 'visibilitychange'])
    page.document.addEventListener(type, reportPosition)

  if (!isServer) return void Object.defineProperty(page, 'tavlaShell', { value: call })
  page.localStorage.setItem(options.flagKey, '1')
  const bridge: DesktopBridge = {
    version: options.version,
    signIn: () => call({ verb: 'signIn' }) as Promise<DesktopSignIn>,
    cancelSignIn: () => call({ verb: 'cancelSignIn' }) as Promise<void>,
    pasteCode: (text) => call({ verb: 'pasteCode', text }) as Promise<boolean>,
    openExternal: (address) => call({ verb: 'openExternal', address }) as Promise<void>,
    setFullscreen: (isOn) => call({ verb: 'setFullscreen', isOn }) as Promise<void>,
    watchTalkKey: (code) => call({ verb: 'watchTalkKey', code }) as Promise<DesktopTalkKey>,
    stopTalkKey: () => call({ verb: 'stopTalkKey' }) as Promise<void>,
    onTalkKey: (listener) => listen(keyListeners, listener),
    takeFiles: () => call({ verb: 'takeFiles' }) as Promise<readonly DesktopFile[]>,
    changeServer: () => call({ verb: 'changeServer' }) as Promise<void>,
  }
  Object.defineProperty(page, 'tavla', { value: Object.freeze(bridge) })
}
