import { systemClock } from '../../ports/clock/system-clock.ts'
import { Drawer } from './drawer.ts'
import { call, ExpectedState, newcomer, openTab, randomFrom, realServer } from './kill.ts'

export interface OutageOptions {
  /** Of the server. */
  readonly env: Readonly<Record<string, string>>
  readonly outages: number
  readonly seed: number
  /** Takes away what the server stores on; gives it back. */
  readonly breakIt: () => Promise<void>
  readonly restore: () => Promise<void>
  /** What is stored can still be read while it is broken. */
  readonly readable: boolean
}

export interface OutageResult {
  readonly outages: number
  readonly acked: number
  readonly lost: readonly string[]
  readonly refused: number
  /** Pages that said "not saved yet" in every outage. */
  readonly reported: number
  readonly pages: number
  /** Unsent edits in outboxes at the end of an outage: the fewest and the most. */
  readonly waiting: readonly [number, number]
  /** From the breaking until the health page was red, and until a call that needs what is broken was answered by 503, ms: the longest. */
  readonly redWithin: number
  readonly refusedWithin: number
  /** From the mending until everything was saved, ms: the longest. */
  readonly drainedWithin: number
}

const pageCount = 3

/**
 * Breaks a server's database while people draw, repeatedly. They go on drawing, are shown that nothing is
 * saved, and once it is mended everything drains by itself; then a newcomer is shown what there is. The server lives through it.
 */
export async function outages(options: OutageOptions): Promise<OutageResult> {
  const { env, seed, breakIt, restore } = options
  const random = randomFrom(seed)
  const expected = new ExpectedState()
  const server = await realServer(env)
  const died = server.exited.then(() => {
    throw new Error('The server ended by itself')
  })
  const person = await newcomer(server.url)
  const drawers = Array.from({ length: pageCount }, (_, i) => {
    return new Drawer({ url: server.url, person, name: `p${i}`, expected, random })
  })
  const lost: string[] = []
  const waiting: number[] = []
  let drainedWithin = 0
  let redWithin = 0
  let refusedWithin = 0
  let reported = pageCount
  const round = async (index: number): Promise<void> => {
    const drawing = drawers.map((drawer) => drawer.draw())
    await systemClock.sleep(200 + random() * 1_500)
    const before = drawers.map(({ page }) => page.unsavedTimes)
    await breakIt()
    const findBreak = systemClock.now()
    const answers = (path: string) => until503(`${server.url}${path}`, person.token)
    const red = answers('/readyz').then(() => {
      redWithin = Math.max(redWithin, systemClock.now() - findBreak)
    })
    const refused = (options.readable ? red : answers('/api/space/limit/free')).then(() => {
      refusedWithin = Math.max(refusedWithin, systemClock.now() - findBreak)
    })
    await Promise.all(drawers.map(({ page }, i) => page.until(() => page.unsavedTimes > (before[i] ?? 0))))
    await Promise.all([red, refused])
    if (options.readable) await call(server.url, 'GET', '/api/space/limit/free', person.token)
    await systemClock.sleep(random() * 2_000)
    reported = Math.min(
      reported,
      drawers.filter(({ page }) => page.replica.saveState.value === 'not-saved').length,
    )
    waiting.push(...drawers.map(({ page }) => page.unsaved))
    await restore()
    const restoredAt = systemClock.now()
    for (const drawer of drawers) drawer.rest()
    await Promise.all(drawing)
    await Promise.all(drawers.map(({ page }) => page.until(() => page.replica.saveState.value === 'saved')))
    drainedWithin = Math.max(drainedWithin, systemClock.now() - restoredAt)
    const observer = await openTab(server.url, person, `w${index}`)
    lost.push(...expected.lost((id) => observer.state.get(id)?.['x']))
    observer.cut()
  }
  const all = async (): Promise<void> => {
    for (const { page } of drawers) await page.open()
    for (let index = 0; index < options.outages; index += 1) await round(index)
  }
  await Promise.race([all(), died])
  for (const { page } of drawers) page.leave()
  died.catch(() => undefined)
  await server.kill()
  return {
    outages: options.outages,
    acked: expected.acked,
    lost,
    refused: drawers.reduce((sum, drawer) => sum + drawer.refused, 0),
    reported,
    pages: pageCount,
    waiting: [Math.min(...waiting), Math.max(...waiting)],
    redWithin,
    refusedWithin,
    drainedWithin,
  }
}

async function until503(url: string, token: string): Promise<void> {
  while ((await fetch(url, { headers: { token } })).status !== 503) await systemClock.sleep(20)
}
