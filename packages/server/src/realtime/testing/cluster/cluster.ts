import { systemClock } from '../../../ports/clock/system-clock.ts'
import { Drawer } from '../drawer.ts'
import { ExpectedState, newcomer, openTab, type Person, randomFrom } from '../kill.ts'
import type { NodeLoad, Nodes } from './nodes.ts'

export interface ClusterOptions {
  readonly nodes: Nodes
  /** Of the proxy in front of them. */
  readonly url: string
  readonly redis: { kill(): Promise<void>; start(): Promise<void> } | null
  readonly boards: number
  readonly people: number
  readonly minutes: number
  readonly seed: number
  /** Longest pause of a person between two edits, ms. */
  readonly pauseMs: number
  readonly onRound: (fault: FaultName, found: RoundFound) => void
}

export interface RoundFound {
  /** From the fault until every page was back in its room and had saved everything, and the median of pages, ms. */
  readonly allBackMs: number
  readonly medianBackMs: number
  /** Absences of pages from their room: 95 % are shorter, the longest, and their number. */
  readonly nearlyAllBackMs: number
  readonly longestAwayMs: number
  readonly away: number
  /** Longest time without anybody in a board's room: until it was taken over. */
  readonly longestEmptyMs: number
  /** Longest time from an edit until the page that made it had everything acknowledged. */
  readonly longestUnsavedMs: number
  /** What the process had that was killed or restarted; null: the fault meets all of them. */
  readonly hit: Pick<NodeLoad, 'sockets' | 'rooms'> | null
}

export interface ClusterFound {
  readonly rounds: number
  readonly acked: number
  readonly lost: readonly string[]
  readonly refused: number
}

const restMs = 2_000
const afterFreezeMs = 7_000
/** `RestartSec` in `deploy/systemd/tavla.service`. */
const restartAfterMs = 2_000
/** A machine that does other work is slow, which is no loss. */
const savedWithinMs = 180_000

/** Faults in turn; each ends with all processes running. The process of a kill is the one with the most boards. */
const faults = {
  async 'rolling restart'({ nodes }) {
    for (const index of nodes.ports.keys()) {
      await nodes.stop(index)
      await nodes.startNode(index)
    }
    return null
  },
  async kill({ nodes }) {
    const { index, ...load } = await nodes.findBusiest()
    await nodes.kill(index)
    await systemClock.sleep(restartAfterMs)
    await nodes.startNode(index)
    return load
  },
  async freeze({ nodes }, random) {
    // One after the other, so that each board is met. The next one is not frozen before its pages are there again.
    for (const index of nodes.ports.keys()) {
      nodes.freeze(index)
      await systemClock.sleep(8_000 + random() * 4_000)
      nodes.resume(index)
      await systemClock.sleep(afterFreezeMs)
    }
    return null
  },
  async 'Redis away'({ nodes, redis }) {
    await redis?.kill()
    const { index, ...load } = await nodes.findBusiest()
    await nodes.stop(index)
    await nodes.startNode(index)
    await redis?.start()
    return load
  },
} satisfies Record<string, (options: ClusterOptions, random: () => number) => Promise<RoundFound['hit']>>
export type FaultName = keyof typeof faults

const pick = (nodes: Nodes, random: () => number): number => Math.floor(random() * nodes.ports.length)

interface TestBoard {
  readonly person: Person
  readonly expected: ExpectedState
  readonly drawers: readonly Drawer[]
}

/**
 * People draw on several boards while processes are restarted, killed and frozen. After each fault everything must be
 * saved, and a board opened at any process has all that was acknowledged.
 */
export async function stressCluster(options: ClusterOptions): Promise<ClusterFound> {
  const { url, boards, people, minutes, seed, pauseMs, nodes, onRound } = options
  const random = randomFrom(seed)
  const all: TestBoard[] = []
  for (let board = 0; board < boards; board += 1) {
    const person = await newcomer(url)
    const expected = new ExpectedState()
    const count = Math.ceil((people - board) / boards)
    const drawers = Array.from({ length: count }, (_, index) => {
      return new Drawer({ url, person, name: `b${board}p${index}`, expected, random, pauseMs })
    })
    all.push({ person, expected, drawers })
  }
  const drawers = all.flatMap((board) => board.drawers)
  for (const { page } of drawers) await page.open()

  const lost: string[] = []
  const until = systemClock.now() + minutes * 60_000
  let rounds = 0
  const names = Object.keys(faults) as FaultName[]
  while (rounds < names.length || systemClock.now() < until) {
    const fault = names[rounds % names.length] ?? 'kill'
    const drawing = drawers.map((drawer) => drawer.draw())
    await systemClock.sleep(restMs)
    const watch = new AbsenceWatch(all.map((board) => board.drawers))
    const hit = await faults[fault](options, random)
    await systemClock.sleep(restMs)
    for (const drawer of drawers) drawer.rest()
    await Promise.all(drawing)
    const restedAt = systemClock.now()
    await Promise.race([
      Promise.all(drawers.map(({ page }) => page.until(() => page.isJoined && page.unsaved === 0))),
      systemClock.sleep(savedWithinMs).then(() => Promise.reject(new Error(describeUnsaved(fault, drawers)))),
    ])
    onRound(fault, { ...watch.end(systemClock.now() - restedAt), hit })
    for (const [index, { person, expected }] of all.entries()) {
      const node = pick(nodes, random)
      const observer = await openTab(nodes.getUrl(node), person, `observer-${rounds}-${index}`)
      lost.push(...expected.lost((id) => observer.state.get(id)?.['x']))
      observer.cut()
    }
    rounds += 1
  }
  for (const { page } of drawers) page.leave()
  return {
    rounds,
    acked: all.reduce((sum, { expected }) => sum + expected.acked, 0),
    lost,
    refused: drawers.reduce((sum, drawer) => sum + drawer.refused, 0),
  }
}

function describeUnsaved(fault: string, drawers: readonly Drawer[]): string {
  const waiting = drawers.filter(({ page }) => !page.isJoined || page.unsaved > 0)
  const names = waiting
    .slice(0, 5)
    .map(({ page }) => `${page.name} (${page.isJoined ? page.unsaved : 'not joined'})`)
  return `${fault}: ${waiting.length} pages have not saved everything: ${names.join(', ')}`
}

type Watched = { readonly page: { readonly isJoined: boolean; readonly unsaved: number } }

/** How long pages are not in their room or have unsaved edits, and rooms are without any page. */
class AbsenceWatch {
  readonly #boards: readonly (readonly Watched[])[]
  readonly #pages = new Absences<Watched>()
  readonly #rooms = new Absences<readonly Watched[]>()
  readonly #saved = new Absences<Watched>()
  #isEnded = false

  constructor(boards: readonly (readonly Watched[])[]) {
    this.#boards = boards
    void this.#watch()
  }

  async #watch(): Promise<void> {
    while (!this.#isEnded) {
      const now = systemClock.now()
      for (const board of this.#boards) {
        this.#rooms.note(
          board,
          board.some(({ page }) => page.isJoined),
          now,
        )
        for (const one of board) {
          this.#pages.note(one, one.page.isJoined, now)
          this.#saved.note(one, one.page.unsaved === 0, now)
        }
      }
      await systemClock.sleep(10)
    }
  }

  end(drainedMs: number): Omit<RoundFound, 'hit'> {
    this.#isEnded = true
    const away = this.#pages.list()
    return {
      allBackMs: drainedMs,
      medianBackMs: away[Math.floor(away.length / 2)] ?? 0,
      nearlyAllBackMs: away[Math.floor(away.length * 0.95)] ?? 0,
      longestAwayMs: away.at(-1) ?? 0,
      away: away.length,
      longestEmptyMs: this.#rooms.list().at(-1) ?? 0,
      longestUnsavedMs: this.#saved.list().at(-1) ?? 0,
    }
  }
}

class Absences<Who> {
  readonly #since = new Map<Who, number>()
  readonly #ended: number[] = []

  note(who: Who, isThere: boolean, now: number): void {
    const since = this.#since.get(who)
    if (!isThere) this.#since.set(who, since ?? now)
    else if (since !== undefined) {
      this.#since.delete(who)
      this.#ended.push(now - since)
    }
  }

  /** Those that have ended, shortest first, ms. */
  list(): readonly number[] {
    return this.#ended.toSorted((a, b) => a - b)
  }
}
