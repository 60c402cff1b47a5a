/**
 * Counts what can be seen to change in a page, the same way for every app: draws on canvases that are in the document
 * and changes of the DOM below the body. Installed before the app's own script.
 */
declare global {
  interface Window {
    recorder: Recorder
  }
}

export interface Recorder {
  /** Rises whenever the picture may have changed. */
  signature(): number
  start(): void
  stop(): Recording
  /** Resolves when nothing changed for eight frames; the moment of the last change, or of the last late frame. */
  settled(capMs: number): Promise<number>
  startLatency(): void
  stopLatency(): number[]
}

export interface Recording {
  readonly frames: readonly number[]
  readonly updates: number
  readonly durationMs: number
}

export function installRecorder(): void {
  let draws = 0
  const prototype = CanvasRenderingContext2D.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
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
  if (document.body) watch()
  else document.addEventListener('DOMContentLoaded', watch)
  const signature = (): number => draws + mutations

  let running = false
  let frames: number[] = []
  let updates = 0
  let startedMs = 0
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
      const channel = new MessageChannel()
      const check = (): void => {
        requestAnimationFrame(() => {
          // Posted from the frame, so that it runs when the frame's own work, the app's included, is over.
          channel.port2.postMessage(0)
        })
      }
      channel.port1.onmessage = () => {
        if (waiting === undefined) return
        if (signature() !== seen || performance.now() - waiting > 1000) {
          latencies.push(performance.now() - waiting)
          waiting = undefined
          channel.port1.close()
        } else check()
      }
      check()
    },
    { capture: true },
  )

  window.recorder = {
    signature,
    start() {
      frames = []
      updates = 0
      running = true
      startedMs = performance.now()
      let last: number | undefined
      let before = signature()
      const tick = (now: number): void => {
        if (!running) return
        if (last !== undefined) frames.push(now - last)
        last = now
        const current = signature()
        if (current !== before) updates++
        before = current
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    },
    stop() {
      running = false
      return { frames, updates, durationMs: performance.now() - startedMs }
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
          if (current !== before || now - last > 45) {
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
