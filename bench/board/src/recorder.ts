/**
 * Detects visual changes of a page: drawing on visible canvases and, for apps that render elements, DOM changes.
 * Controls around the canvas are ignored. Installed before the app's scripts.
 */
declare global {
  interface Window {
    recorder: Recorder
  }
}

export interface Recorder {
  /** Incremented with every possible visual change. */
  signature(): number
  start(): void
  stop(): Recording
  /** Resolves after eight frames without changes, with the time of the last change or late frame. */
  settled(capMs: number): Promise<number>
  startLatency(): void
  stopLatency(): number[]
  /** Starts recording when a drag becomes visible and when its drop is complete. */
  startDrag(): void
  stopDrag(capMs: number): Promise<DragTimes>
}

/** Times of a drag, ms: from the first move to its first frame, and from the release to the last visual change. */
export interface DragTimes {
  readonly startMs: number
  readonly dropMs: number
}

export interface Recording {
  readonly frames: readonly number[]
  readonly updates: number
  /** Frames in which input arrived: no app can show more updates than these. */
  readonly inputs: number
}

export function installRecorder(picture: 'canvas' | 'elements'): void {
  let draws = 0
  const prototype = CanvasRenderingContext2D.prototype as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >
  for (const name of ['clearRect', 'drawImage', 'fillRect', 'putImageData']) {
    const original = prototype[name]!
    prototype[name] = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
      if (this.canvas.isConnected) draws++
      return original.apply(this, args)
    }
  }
  let mutations = 0
  const watch = (): void => {
    new MutationObserver((list) => {
      mutations += list.length
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  if (picture === 'elements') {
    if (document.body) watch()
    else document.addEventListener('DOMContentLoaded', watch)
  }
  const signature = (): number => draws + mutations

  let running = false
  let frames: number[] = []
  let updates = 0
  let inputs = 0
  let hasInput = false
  for (const type of ['wheel', 'pointermove'])
    addEventListener(type, () => (hasInput = true), { capture: true, passive: true })
  let latencies: number[] = []
  let waiting: number | undefined
  let latencyOn = false
  let seen = 0

  addEventListener(
    'pointermove',
    (event) => {
      if (!latencyOn || waiting !== undefined) return
      const first = event.getCoalescedEvents()[0] ?? event
      waiting = first.timeStamp
      seen = signature()
      const check = (): void =>
        afterFrame(() => {
          if (waiting === undefined) return
          if (signature() !== seen || performance.now() - waiting > 1000) {
            latencies.push(performance.now() - waiting)
            waiting = undefined
          } else check()
        })
      check()
    },
    { capture: true },
  )

  /** Runs after the frame's work, including the app's. */
  const afterFrame = (act: () => void): void => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      act()
    }
    requestAnimationFrame(() => channel.port2.postMessage(0))
  }
  let dragOn = false
  let pressed = false
  let movedAt: number | undefined
  let droppedAt = 0
  let dragStartMs = NaN
  const watchStart = (before: number): void =>
    afterFrame(() => {
      if (signature() !== before) dragStartMs = performance.now() - movedAt!
      else if (dragOn) watchStart(before)
    })
  addEventListener('pointerdown', () => void (pressed = true), { capture: true })
  addEventListener('pointerup', (event) => void (droppedAt = event.timeStamp), { capture: true })
  addEventListener(
    'pointermove',
    (event) => {
      if (!dragOn || !pressed || movedAt !== undefined) return
      movedAt = (event.getCoalescedEvents()[0] ?? event).timeStamp
      watchStart(signature())
    },
    { capture: true },
  )

  window.recorder = {
    signature,
    startDrag() {
      dragOn = true
      pressed = false
      movedAt = undefined
      droppedAt = 0
      dragStartMs = NaN
    },
    async stopDrag(capMs) {
      const end = await window.recorder.settled(capMs)
      dragOn = false
      return { startMs: dragStartMs, dropMs: droppedAt > 0 ? Math.max(0, end - droppedAt) : NaN }
    },
    start() {
      frames = []
      updates = 0
      inputs = 0
      hasInput = false
      running = true
      let last: number | undefined
      let before = signature()
      const tick = (now: number): void => {
        if (!running) return
        if (last !== undefined) frames.push(now - last)
        last = now
        const current = signature()
        if (current !== before) updates++
        before = current
        if (hasInput) inputs++
        hasInput = false
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    },
    stop() {
      running = false
      return { frames, updates, inputs }
    },
    settled(capMs) {
      const beganMs = performance.now()
      return new Promise((resolve) => {
        let last = performance.now()
        let lastChange = last
        let before = -1
        let quiet = 0
        const tick = (): void => {
          const now = performance.now()
          const current = signature()
          // What is drawn with fonts that are still loading is drawn again.
          if (current !== before || now - last > 45 || document.fonts.status === 'loading') {
            lastChange = now
            quiet = 0
          } else quiet++
          before = current
          last = now
          if (quiet >= 8 || now - beganMs > capMs) resolve(lastChange)
          else requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
      })
    },
    startLatency() {
      latencies = []
      waiting = undefined
      latencyOn = true
    },
    stopLatency() {
      latencyOn = false
      return latencies
    },
  }
}
