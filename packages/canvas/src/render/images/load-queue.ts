/** What an image is needed for: what is seen comes before what is painted ahead. */
export type ImageNeed = 'visible' | 'ahead' | 'none'

/** Loads that wait for their turn. */
export interface LoadQueue {
  readonly size: number
  /** Resolves when its turn has come. */
  wait(getNeed: () => ImageNeed): Promise<void>
  /** Lets the next one start: the first that is visible now, else the first. */
  startNext(): void
}

/** The need of each is read when a turn is free, since the view moves while images wait. */
export function createLoadQueue(): LoadQueue {
  const waiting: { readonly getNeed: () => ImageNeed; readonly start: () => void }[] = []
  return {
    get size() {
      return waiting.length
    },
    wait: (getNeed) =>
      new Promise((resolve) => {
        waiting.push({ getNeed, start: resolve })
      }),
    startNext() {
      const visible = waiting.findIndex(({ getNeed }) => getNeed() === 'visible')
      const [next] = waiting.splice(Math.max(0, visible), 1)
      next?.start()
    },
  }
}
