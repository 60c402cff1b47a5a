import type { BridgeAnswer } from './bridge.ts'
import type { WindowBounds } from './settings.ts'

/** What the shell needs of the program that shows its window: a Chromium-family browser, or Electron. */
export interface ShellHost {
  /** Opens the one window, empty; rejects when it cannot be opened. */
  open(options: WindowOptions, events: WindowEvents): Promise<ShellWindow>
}

export interface WindowOptions {
  /** Where the window was last; absent at the first start. */
  readonly bounds?: WindowBounds
}

export interface ShellWindow {
  /** Shows an address of the server and gives its pages the bridge and the microphone; nothing else gets either. */
  load(url: string): Promise<void>
  /** Shows a page of the shell itself. */
  showPage(html: string): Promise<void>
  setFullscreen(isOn: boolean): Promise<void>
  /** Brings the window to the front. */
  focus(): Promise<void>
  /** Calls what the page listens to; nothing happens while no page of the server is shown. */
  emit(event: PageEvent): Promise<void>
  /** Undefined while the window fills the screen or is minimized. */
  getBounds(): Promise<WindowBounds | undefined>
  close(): Promise<void>
}

/** Sent into the page, which receives them as calls of its listeners. */
export type PageEvent = { readonly event: 'talk-key'; readonly isDown: boolean }

export interface WindowEvents {
  /** A message from the page's bridge, from `source`: the server's page, or a page of the shell itself. */
  onMessage(source: MessageSource, message: unknown): Promise<BridgeAnswer>
  /** The main frame is about to go to `url`; false keeps it where it is. */
  onNavigation(url: string): boolean
  /** A page asked for another window; the host opens none. */
  onNewWindow(url: string): void
  /** The main frame could not load `url`. */
  onLoadFailed(url: string, reason: string): void
  /** The main frame shows another page of the server than before. */
  onLoaded(): void
  onClosed(): void
}

/** Frames and origins that are neither never reach the shell. */
export type MessageSource = 'server' | 'shell'
