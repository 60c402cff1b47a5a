declare global {
  interface Window {
    penRecorder: { stop(): PenRecording }
  }
}

/** What a page recorded of one stroke, from the press to the release. */
export interface PenRecording {
  /** Times between frames, ms. */
  readonly frames: readonly number[]
  /** From the time of an event to the end of the frame after it, ms. */
  readonly delays: readonly number[]
  /** Points of all events, including those that the browser put together into one. */
  readonly points: number
  readonly seconds: number
}

/** Records the next stroke in a page. Runs in any browser; everything it needs is within. */
export function installPenRecorder(): void {
  const frames: number[] = []
  const delays: number[] = []
  let points = 0
  let pressedMs = NaN
  let releasedMs = NaN
  let last: number | undefined
  let waitingMs: number | undefined
  const watched = new AbortController()
  const { signal } = watched
  const listen = (type: 'pointerdown' | 'pointermove' | 'pointerup', act: (event: PointerEvent) => void): void =>
    window.addEventListener(type, act, { capture: true, signal })

  const tick = (now: number): void => {
    if (signal.aborted || releasedMs > 0) return
    if (last !== undefined) frames.push(now - last)
    last = now
    requestAnimationFrame(tick)
  }
  listen('pointerdown', () => {
    pressedMs = performance.now()
    requestAnimationFrame(tick)
  })
  listen('pointerup', () => (releasedMs = performance.now()))
  listen('pointermove', (event) => {
    if (Number.isNaN(pressedMs)) return
    const all = event.getCoalescedEvents?.() ?? []
    points += Math.max(1, all.length)
    if (waitingMs !== undefined) return
    waitingMs = all[0]?.timeStamp ?? event.timeStamp
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        channel.port1.close()
        delays.push(performance.now() - waitingMs!)
        waitingMs = undefined
      }
      channel.port2.postMessage(0)
    })
  })
  window.penRecorder = {
    stop() {
      watched.abort()
      return { frames, delays, points, seconds: (releasedMs - pressedMs) / 1000 }
    },
  }
}
