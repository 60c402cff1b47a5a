import { systemClock } from '../ports/clock/system-clock.ts'

/** The event loop, replaceable in tests. */
export interface SchedulerLoop {
  /** Monotonic time in ms, with fractions. */
  now(): number
  /** Runs `act` in the next turn of the event loop, after ready sockets were read. */
  nextTurn(act: () => void): void
}

/** Time budget of one turn of the event loop, ms. */
export interface TurnBudget {
  readonly usual: number
  /** When other sources wait for the turn to end. */
  readonly short: number
}

export const usualBudget: TurnBudget = { usual: 10, short: 2 }

/** Real time, whatever a test's clock says. */
export const realLoop: SchedulerLoop = {
  now: () => performance.now(),
  nextTurn: (act) => void systemClock.nextTask().then(act),
}

/** How much of one queue may wait before its source is paused. */
export interface QueueBounds {
  readonly items: number
  readonly bytes: number
}

/** The work of one connection, in order. */
export interface WorkQueue {
  /** Runs `act` now or in a later turn. It must not throw. */
  push(act: () => void, bytes?: number): void
}

export interface QueueOptions {
  /** The account that the queue counts for; asked whenever work begins to wait. */
  readonly getOwner: () => string
  readonly bounds: QueueBounds
  /** The source should pause until `onRoom`. */
  readonly onFull: () => void
  readonly onRoom: () => void
}

interface Item {
  readonly act: () => void
  readonly bytes: number
}

class Queue {
  readonly options: QueueOptions
  #items: Item[] = []
  #next = 0
  #bytes = 0
  #isFull = false

  constructor(options: QueueOptions) {
    this.options = options
  }

  get isEmpty(): boolean {
    return this.#next === this.#items.length
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#bytes += item.bytes
    if (this.#isFull || this.#holds(this.options.bounds)) return
    this.#isFull = true
    this.options.onFull()
  }

  take(): Item | undefined {
    const item = this.#items[this.#next]
    if (!item) return undefined
    this.#next += 1
    this.#bytes -= item.bytes
    if (this.isEmpty) {
      this.#items = []
      this.#next = 0
    }
    const { items, bytes } = this.options.bounds
    if (this.#isFull && this.#holds({ items: items / 2, bytes: bytes / 2 })) {
      this.#isFull = false
      this.options.onRoom()
    }
    return item
  }

  #holds({ items, bytes }: QueueBounds): boolean {
    return this.#items.length - this.#next <= items && this.#bytes <= bytes
  }
}

/**
 * Schedules the messages of many connections fairly. One turn of the event loop reads every ready socket,
 * so many moderate pieces of work would add up to one long turn that blocks everybody. Work runs
 * immediately while the turn's budget lasts and nobody waits. Beyond that it is queued, and each later turn
 * runs what its budget allows: round-robin over people, whatever their number of connections, and over the
 * connections of each person.
 */
export class FairScheduler {
  readonly #loop: SchedulerLoop
  readonly #budget: TurnBudget
  /** True once other work has used up this turn. */
  readonly #isSpentElsewhere: () => boolean
  /** Waiting people in round-robin order, each with their queues in order. */
  readonly #waiting = new Map<string, Set<Queue>>()
  #spent = 0
  #isRunning = false
  #isScheduled = false
  #isAccepting = false

  constructor(loop: SchedulerLoop, budget: TurnBudget, isSpentElsewhere: () => boolean = () => false) {
    this.#loop = loop
    this.#budget = budget
    this.#isSpentElsewhere = isSpentElsewhere
  }

  open(options: QueueOptions): WorkQueue {
    const queue = new Queue(options)
    return {
      push: (act, bytes = 0) => {
        if (queue.isEmpty && this.#waiting.size === 0 && this.#hasBudget && !this.#isRunning)
          return this.#runNow(act)
        if (queue.isEmpty) this.#enlist(queue)
        queue.add({ act, bytes })
        this.#scheduleTurn()
      },
    }
  }

  /** A connection was accepted in this turn: more may wait, and the event loop accepts one per turn. */
  accepted(): void {
    this.#isAccepting = true
    this.#scheduleTurn()
  }

  get #hasBudget(): boolean {
    const isShort = this.#isAccepting || this.#isSpentElsewhere()
    return this.#spent < (isShort ? this.#budget.short : this.#budget.usual)
  }

  #runNow(act: () => void): void {
    const startedAt = this.#loop.now()
    this.#isRunning = true
    try {
      act()
    } finally {
      this.#isRunning = false
      this.#spent += this.#loop.now() - startedAt
      this.#scheduleTurn()
    }
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#loop.nextTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#spent = 0
    this.#isRunning = true
    const startedAt = this.#loop.now()
    try {
      while (this.#waiting.size > 0 && this.#hasBudget) {
        this.#runNext()
        this.#spent = this.#loop.now() - startedAt
      }
    } finally {
      this.#isRunning = false
      this.#isAccepting = false
      if (this.#waiting.size > 0) this.#scheduleTurn()
    }
  }

  #runNext(): void {
    for (const [owner, queues] of this.#waiting) {
      this.#waiting.delete(owner)
      const [queue] = queues
      if (!queue) return
      queues.delete(queue)
      const item = queue.take()
      // Re-queued at the end of both rounds before it runs, because it may add work.
      if (!queue.isEmpty) queues.add(queue)
      if (queues.size > 0) this.#waiting.set(owner, queues)
      return item?.act()
    }
  }

  #enlist(queue: Queue): void {
    const owner = queue.options.getOwner()
    const queues = this.#waiting.get(owner)
    if (queues) queues.add(queue)
    else this.#waiting.set(owner, new Set([queue]))
  }
}
