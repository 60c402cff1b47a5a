import type { DesktopTalkKey } from '@tavla/contract/desktop'
import type { TalkKeys } from '../core/shell.ts'

/** The used part of `uiohook-napi`, which reports the keys and the pointer of the whole system. */
export interface KeyHookModule {
  readonly uIOhook: {
    on(event: 'keydown' | 'keyup', listener: (event: { readonly keycode: number }) => void): unknown
    start(): void
    stop(): void
  }
  readonly UiohookKey: Readonly<Record<string, number>>
}

export interface SystemTalkKeysDeps {
  /** Loads the optional package; rejects where it is missing or the system lacks its libraries. */
  load(): Promise<KeyHookModule>
  /** Wayland shows a program only the keys that are pressed in its own windows. */
  readonly isWayland: boolean
  /** Receives the reason for the person who started the app in a terminal. */
  report(reason: string): void
}

interface Watch {
  readonly onChange: (isDown: boolean) => void
  keycode: number | undefined
  isDown: boolean
}

/**
 * Watches one key in all programs. The package is loaded at the first watch, and its hook runs only during one: it
 * sees every key, and everything but the watched key is dropped here.
 */
export class SystemTalkKeys implements TalkKeys {
  readonly #deps: SystemTalkKeysDeps
  #module: KeyHookModule | undefined
  #watch: Watch | undefined
  #isRunning = false

  constructor(deps: SystemTalkKeysDeps) {
    this.#deps = deps
  }

  async watch(code: string, onChange: (isDown: boolean) => void): Promise<DesktopTalkKey> {
    this.stop()
    if (this.#deps.isWayland) return 'wayland'
    const watch: Watch = { onChange, keycode: undefined, isDown: false }
    this.#watch = watch
    try {
      const module = await this.#load()
      if (this.#watch !== watch) return 'stopped'
      watch.keycode = getKeycode(module, code)
      if (watch.keycode === undefined) {
        this.#watch = undefined
        return 'unsupported-key'
      }
      module.uIOhook.start()
      this.#isRunning = true
      return 'watched'
    } catch (error) {
      if (this.#watch === watch) this.#watch = undefined
      this.#deps.report(error instanceof Error ? error.message : String(error))
      return isNotInstalled(error) ? 'missing' : 'refused'
    }
  }

  stop(): void {
    const watch = this.#watch
    this.#watch = undefined
    if (this.#isRunning) this.#module?.uIOhook.stop()
    this.#isRunning = false
    if (watch?.isDown) watch.onChange(false)
  }

  async #load(): Promise<KeyHookModule> {
    if (this.#module) return this.#module
    const module = await this.#deps.load()
    // Two watches may have loaded it at once; it has one hook.
    if (this.#module) return this.#module
    this.#module = module
    module.uIOhook.on('keydown', ({ keycode }) => this.#change(keycode, true))
    module.uIOhook.on('keyup', ({ keycode }) => this.#change(keycode, false))
    return module
  }

  /** A held key repeats, which is no change. */
  #change(keycode: number, isDown: boolean): void {
    const watch = this.#watch
    if (!watch || watch.keycode !== keycode || watch.isDown === isDown) return
    watch.isDown = isDown
    watch.onChange(isDown)
  }
}

/** The package names keys by their position, like `code`, but without its prefixes. */
function getKeycode({ UiohookKey }: KeyHookModule, code: string): number | undefined {
  const name = code.replace(/^(Key|Digit)(?=.$)/, '')
  return Object.hasOwn(UiohookKey, name) ? UiohookKey[name] : undefined
}

function isNotInstalled(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND'
}
