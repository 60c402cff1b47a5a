/** How a desktop sign-in ended. */
export type DesktopSignIn =
  | { readonly ended: 'signed-in'; readonly code: string; readonly verifier: string }
  | { readonly ended: 'cancelled' | 'timed-out' | 'no-browser' }

/**
 * What the shell offers to the page, as `window.tavla`. Few and tiny verbs: the shell checks every argument, and
 * exposes the bridge only to the main frame of its own origin.
 */
export interface DesktopBridge {
  readonly version: number
  /** Opens the system browser and waits for its answer; decisions §6. */
  signIn(): Promise<DesktopSignIn>
  cancelSignIn(): Promise<void>
  /** The code that a person copied out of the browser, when neither link nor loopback came through. */
  pasteCode(text: string): Promise<boolean>
  /** `https:`, `http:` and `mailto:` only. */
  openExternal(address: string): Promise<void>
  setFullscreen(isOn: boolean): Promise<void>
  /** Watches the push-to-talk key while the window has no focus; null stops. Returns false where that is impossible. */
  watchTalkKey(keyName: string | null): Promise<boolean>
  /** Called with true while the key is down; returns what ends the listening. */
  onTalkKey(listener: (isDown: boolean) => void): () => void
  /** Asks for another server and leaves this one's pages. */
  changeServer(): Promise<void>
}

/** Set by the shell before the first script of the page runs; it changes routes only, never rights. */
export const desktopFlagKey = 'pcapp'
