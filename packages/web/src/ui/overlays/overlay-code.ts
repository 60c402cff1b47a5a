/** Code of an overlay, which loads apart from the button that opens it. */
export interface OverlayCode<Content> {
  /** Null until it has loaded. */
  getLoaded(): Content | null
  /** Calls back when it has loaded; the returned function ends this. */
  subscribe(callback: () => void): () => void
  /** Loads it. Resolves to null if that failed, which the user has been told; the next call tries again. */
  load(): Promise<Content | null>
  /** Loads it now, because it will probably be needed. */
  preload(): void
  /** Loads it when the page has nothing else to do. */
  preloadWhenIdle(): void
}
