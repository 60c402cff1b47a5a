import type { CDPSession, Page } from 'playwright-core'
import type { Adapter } from './adapter.ts'
import type { Recording } from './recorder.ts'

/** Result of a step; `ok` is false if the app did not do what was requested. */
export interface StepResult {
  readonly ok: boolean
  readonly updatesPerSecond?: number
  /** Frames in which input arrived; the driver and the apps share two cores, so that these are fewer than sent. */
  readonly inputsPerSecond?: number
  readonly p50?: number
  readonly p95?: number
  readonly max?: number
  readonly ms?: number
  /** Drags: from the first move to its first frame, and from the release to the last visual change. */
  readonly startMs?: number
  readonly dropMs?: number
  /** Fraction of frames with a missing tile, 0..1; absent if the app does not report it. */
  readonly incomplete?: number
  /** Fraction of frames in which such a place was enlarged by more than half an octave, or missing, 0..1. */
  readonly blurred?: number
  readonly note?: string
}

export const view = { width: 1280, height: 800 }
const middle = { x: view.width / 2, y: view.height / 2 }
const hz = 60
const loadSize = 50
/** Zoom events in one direction: from 100 % to 24 % (Tavla), 20 % (Excalidraw) and 48 % (tldraw), above each one's limit. */
const zoomRun = 12

/** A pointer at 60 Hz. Events are sent without waiting for the page, as from a real device. */
export class Pointer {
  readonly #cdp: CDPSession

  constructor(cdp: CDPSession) {
    this.#cdp = cdp
  }

  async wheel(
    seconds: number,
    delta: (i: number, n: number) => { dx: number; dy: number; ctrl?: boolean },
  ): Promise<void> {
    await this.#every(seconds, (i, n) => {
      const { dx, dy, ctrl } = delta(i, n)
      return this.#send('mouseWheel', middle, { deltaX: dx, deltaY: dy, modifiers: ctrl === true ? 2 : 0 })
    })
  }

  /** The button is required on release too; otherwise no pointerup is sent and the drag never ends. */
  async drag(
    from: { x: number; y: number },
    seconds: number,
    to: (i: number, n: number) => { x: number; y: number },
    rate = hz,
  ): Promise<void> {
    await this.#send('mouseMoved', from, {})
    await this.#send('mousePressed', from, { button: 'left', buttons: 1, clickCount: 1 })
    let last = from
    await this.#every(
      seconds,
      (i, n) => {
        last = to(i, n)
        return this.#send('mouseMoved', last, { button: 'left', buttons: 1 })
      },
      rate,
    )
    await this.#send('mouseReleased', last, { button: 'left', buttons: 0, clickCount: 1 })
  }

  async #every(seconds: number, act: (i: number, n: number) => Promise<unknown>, rate = hz): Promise<void> {
    const n = Math.round(seconds * rate)
    const beganMs = performance.now()
    const sent: Promise<unknown>[] = []
    for (let i = 0; i < n; i++) {
      const waitMs = beganMs + (i * 1000) / rate - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      sent.push(act(i, n).catch(() => undefined))
    }
    await Promise.all(sent)
  }

  #send(type: string, at: { x: number; y: number }, more: Record<string, unknown>): Promise<unknown> {
    return this.#cdp.send('Input.dispatchMouseEvent', { type, x: at.x, y: at.y, ...more } as never)
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function figures(values: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b)
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), max: sorted.at(-1) ?? NaN }
}

type Completeness = ReturnType<Adapter['completeness']>

async function watched(page: Page, act: () => Promise<void>): Promise<StepResult> {
  const before: Completeness = await page.evaluate(() => window.adapter!.completeness())
  await page.evaluate(() => window.recorder.start())
  const beganMs = performance.now()
  await act()
  // Duration of the pointer movement, without the driver's overhead.
  const seconds = (performance.now() - beganMs) / 1000
  const recording: Recording = await page.evaluate(() => window.recorder.stop())
  const after: Completeness = await page.evaluate(() => window.adapter!.completeness())
  const frames = after && before ? Math.max(1, after.frames - before.frames) : 0
  return {
    ok: true,
    updatesPerSecond: recording.updates / seconds,
    inputsPerSecond: recording.inputs / seconds,
    ...figures(recording.frames),
    ...(after && before
      ? {
          incomplete: (after.incomplete - before.incomplete) / frames,
          blurred: (after.blurred - before.blurred) / frames,
        }
      : {}),
  }
}

async function quiet(page: Page, capMs = 8000): Promise<void> {
  await page.evaluate((cap) => window.recorder.settled(cap), capMs)
}

async function dragged(page: Page, act: () => Promise<void>): Promise<StepResult> {
  await page.evaluate(() => window.recorder.startDrag())
  const result = await watched(page, act)
  const times = await page.evaluate(() => window.recorder.stopDrag(10_000))
  return { ...result, ...times }
}

/** The script that every app runs, in order. */
export interface Step {
  readonly name: string
  readonly capMs: number
  /** Only for apps that support it. */
  readonly needs?: 'load'
  run(page: Page, hand: Pointer): Promise<StepResult>
}

const circle = (i: number, n: number, radius: number): { x: number; y: number } => ({
  x: middle.x + Math.sin((i / n) * Math.PI * 4) * radius,
  y: middle.y + (1 - Math.cos((i / n) * Math.PI * 4)) * radius * 0.6,
})

export const steps: readonly Step[] = [
  {
    name: 'pan at 100 %',
    capMs: 35_000,
    async run(page, hand) {
      await page.evaluate(() => window.adapter!.reset())
      await quiet(page)
      return watched(page, () =>
        hand.wheel(3, (i, n) => ({
          dx: Math.cos((i / n) * Math.PI * 2) * 24,
          dy: Math.sin((i / n) * Math.PI * 2) * 24,
        })),
      )
    },
  },
  {
    name: 'jump to fit',
    capMs: 35_000,
    async run(page) {
      const ms = await page.evaluate(async () => {
        const beganMs = performance.now()
        window.adapter!.fit()
        return (await window.recorder.settled(30_000)) - beganMs
      })
      return { ok: ms < 29_500, ms }
    },
  },
  {
    name: 'pan at fit',
    capMs: 35_000,
    async run(page, hand) {
      return watched(page, () =>
        hand.wheel(3, (i, n) => ({
          dx: Math.cos((i / n) * Math.PI * 2) * 12,
          dy: Math.sin((i / n) * Math.PI * 2) * 12,
        })),
      )
    },
  },
  {
    name: 'zoom',
    capMs: 35_000,
    async run(page, hand) {
      await page.evaluate(() => window.adapter!.reset())
      await quiet(page)
      const result = await watched(page, async () => {
        // Out and in again before any of the apps reaches its limit, where nothing changes any more.
        await hand.wheel(3, (i) => ({ dx: 0, dy: Math.floor(i / zoomRun) % 2 === 0 ? 12 : -12, ctrl: true }))
        // Zoom factors differ between apps, so it zooms back until it reaches 100 %.
        for (let tries = 0; tries < 15 && (await page.evaluate(() => window.adapter!.zoom())) < 0.95; tries++)
          await hand.wheel(0.1, () => ({ dx: 0, dy: -12, ctrl: true }))
      })
      const ms = await page.evaluate(async () => {
        const beganMs = performance.now()
        return Math.max(0, (await window.recorder.settled(10_000)) - beganMs)
      })
      const zoom = await page.evaluate(() => window.adapter!.zoom())
      return { ...result, ms, note: `ends at ${Math.round(zoom * 100)} %` }
    },
  },
  {
    name: 'drag one',
    capMs: 35_000,
    async run(page, hand) {
      await page.evaluate(() => {
        window.adapter!.tool('select')
        window.adapter!.reset()
      })
      await quiet(page)
      // Near the upper edge: some apps hit hollow shapes only at their outline, and a hit on the label would
      // start editing.
      const from = { x: middle.x - 40, y: middle.y - 32 }
      const before = await page.evaluate(() => window.adapter!.heroX())
      const result = await dragged(page, () =>
        hand.drag(from, 2, (i, n) => ({ x: from.x + (i / n) * 180, y: from.y + Math.sin((i / n) * 6) * 80 })),
      )
      const after = await page.evaluate(() => window.adapter!.heroX())
      return { ...result, ok: Math.abs(after - before) > 20, note: `moved ${Math.round(after - before)}` }
    },
  },
  {
    name: 'draw',
    capMs: 35_000,
    async run(page, hand) {
      await page.evaluate(() => {
        window.adapter!.reset()
        window.adapter!.tool('draw')
      })
      await quiet(page)
      const before = await page.evaluate(() => window.adapter!.count())
      await page.evaluate(() => window.recorder.startLatency())
      await hand.drag(circle(0, 1, 120), 2.5, (i, n) => circle(i, n, 120), 30)
      const latencies = await page.evaluate(() => window.recorder.stopLatency())
      await quiet(page)
      const after = await page.evaluate(() => window.adapter!.count())
      await page.evaluate(() => window.adapter!.tool('select'))
      return {
        ok: after === before + 1 && latencies.length > 20,
        ...figures(latencies),
        note: `${latencies.length} points`,
      }
    },
  },
  {
    name: 'select all and drag',
    capMs: 18_000,
    async run(page, hand) {
      await page.evaluate(() => {
        window.adapter!.tool('select')
        window.adapter!.reset()
      })
      await quiet(page)
      await page.keyboard.press('Control+a')
      await quiet(page)
      const selected = await page.evaluate(() => window.adapter!.selectedCount())
      const from = { x: middle.x - 40, y: middle.y - 32 }
      const before = await page.evaluate(() => window.adapter!.heroX())
      const result = await dragged(page, () =>
        hand.drag(from, 2, (i, n) => ({ x: from.x + (i / n) * 200, y: from.y + Math.sin((i / n) * 6) * 60 })),
      )
      const shownElements = await page.evaluate(() => window.adapter!.countElements())
      const moved = (await page.evaluate(() => window.adapter!.heroX())) - before
      const ok = selected >= shownElements && Math.abs(moved) > 20
      return { ...result, ok, note: `${selected} of ${shownElements} selected, moved ${Math.round(moved)}` }
    },
  },
  {
    name: `pan while ${loadSize} move things`,
    capMs: 35_000,
    needs: 'load',
    async run(page, hand) {
      await page.evaluate(() => window.adapter!.reset())
      await quiet(page)
      await page.evaluate(() => window.adapter!.allSaved?.())
      const load = await page.evaluate((people) => {
        window.adapter!.load!(people, 3)
        return true
      }, loadSize)
      const result = await watched(page, () =>
        hand.wheel(3, (i, n) => ({
          dx: Math.cos((i / n) * Math.PI * 2) * 24,
          dy: Math.sin((i / n) * Math.PI * 2) * 24,
        })),
      )
      return { ...result, ok: load }
    },
  },
]
