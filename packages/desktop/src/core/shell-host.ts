import type { BridgeAnswer } from './bridge.ts'
import type { WindowBounds } from './settings.ts'

/** The program that shows the window: a Chromium-based browser or Electron. */
export interface ShellHost {
  /** Opens a window that shows `options.page`, or nothing yet; rejects on failure. */
  open(options: WindowOptions, events: WindowEvents): Promise<ShellWindow>
}

export interface WindowOptions {
  /** Last window bounds; absent at the first start. */
  readonly bounds?: WindowBounds
  /** Server that will probably be loaded, so that the window can be prepared for it; absent at the first start. */
  readonly origin?: string
  /** URL of a page of `origin` to show first, which is sooner than \`load\` afterwards. */
  readonly page?: string
}

export interface ShellWindow {
  /** Loads a URL of the server. Only its pages get the bridge and the microphone. */
  load(url: string): Promise<void>
  /** Shows a page of the shell itself. */
  showPage(html: string): Promise<void>
  setFullscreen(isOn: boolean): Promise<void>
  /** Brings the window to the front. */
  focus(): Promise<void>
  /** Sends an event to the page; ignored unless a page of the server is shown. */
  emit(event: PageEvent): Promise<void>
  /** Undefined while the window is maximized, fullscreen or minimized. */
  getBounds(): Promise<WindowBounds | undefined>
  close(): Promise<void>
}

/** Events for listeners in the page. */
export type PageEvent = { readonly event: 'talk-key'; readonly isDown: boolean }

export interface WindowEvents {
  /** A message from the bridge in a page of the server or of the shell. */
  onMessage(source: MessageSource, message: unknown): Promise<BridgeAnswer>
  /** The main frame is about to navigate to `url`; false cancels it. */
  onNavigation(url: string): boolean
  /** A page tried to open a window; the host opens none. */
  onNewWindow(url: string): void
  /** The main frame could not load `url`. */
  onLoadFailed(url: string, reason: string): void
  /** The main frame has loaded another page of the server. */
  onLoaded(): void
  onClosed(): void
}

/** Other frames and origins cannot send messages. */
export type MessageSource = 'server' | 'shell'
