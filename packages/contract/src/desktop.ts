// What the desktop app needs: an entry of its own, because it starts sooner without the calls.
export { urls } from './addresses.ts'
export { basePath } from './limits.ts'

/** Result of a desktop sign-in. */
export type DesktopSignIn =
  | { readonly ended: 'signed-in'; readonly code: string; readonly verifier: string }
  | { readonly ended: 'cancelled' | 'timed-out' | 'no-browser' }

/** A file that was opened with the desktop app; empty if it could not be read. */
export interface DesktopFile {
  readonly name: string
  readonly base64: string
  /** Larger than the app hands over; its content is empty. Since version 3. */
  readonly isTooLarge?: boolean
}

/**
 * Whether the app observes a key while other programs have the focus, or why it does not: the key has no place on a
 * keyboard, Wayland hides it, the app's part for it is missing, the system refused, or the watch was stopped.
 */
export type DesktopTalkKey = 'watched' | 'unsupported-key' | 'wayland' | 'missing' | 'refused' | 'stopped'

/**
 * API of the desktop shell for the page, `window.tavla`. The shell validates all arguments and exposes the bridge
 * only to the main frame of its own origin.
 */
export interface DesktopBridge {
  readonly version: number
  /** Opens the system browser and waits for the result; decisions §6. */
  signIn(): Promise<DesktopSignIn>
  cancelSignIn(): Promise<void>
  /** Accepts a code copied from the browser, if neither link nor loopback worked. */
  pasteCode(text: string): Promise<boolean>
  /** `https:`, `http:` and `mailto:` only. */
  openExternal(address: string): Promise<void>
  setFullscreen(isOn: boolean): Promise<void>
  /**
   * Watches the push-to-talk key in all programs until the page is left. `code` is that of `KeyboardEvent`. Since
   * version 3.
   */
  watchTalkKey(code: string): Promise<DesktopTalkKey>
  /** Since version 3. */
  stopTalkKey(): Promise<void>
  /** Called with true while the key is down. Returns a function that removes the listener. */
  onTalkKey(listener: (isDown: boolean) => void): () => void
  /** Returns the files that the app was started with, once. Since version 2. */
  takeFiles(): Promise<readonly DesktopFile[]>
  /** Asks for another server and leaves the pages of this one. */
  changeServer(): Promise<void>
}

/** Set by the shell before the page's first script. Affects routing only, never permissions. */
export const desktopFlagKey = 'pcapp'
