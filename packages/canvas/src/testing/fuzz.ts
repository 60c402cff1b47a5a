import type { Ability } from '../document/model/change.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { FuzzActions } from './fuzz-actions.ts'
import { checkAlways, checkAtRest } from './fuzz-checks.ts'
import { FuzzFailure } from './fuzz-failure.ts'
import { FuzzClient } from './fuzz-client.ts'
import type { Fault, FuzzRoom } from './fuzz-room.ts'
import { testSchemas } from './test-kinds.ts'
import { ModelRoom } from './model-room.ts'
import { seededRandom } from './random.ts'

const ROLES: readonly Ability[] = ['owner', 'admin', 'editor', 'editor', 'editor', 'contributor', 'viewer']

export interface FuzzOptions {
  readonly seed: number
  readonly steps?: number
  readonly fault?: Fault
  readonly schemas?: readonly ShapeSchema[]
  /** Creates another room than the model, with this random source and clock. */
  readonly createRoom?: (random: () => number, now: () => number) => FuzzRoom
}

/**
 * Runs random actions of several users over unreliable connections. Throws a `FuzzFailure` if an invariant is
 * violated.
 */
export async function runFuzz(options: FuzzOptions): Promise<void> {
  const run = new FuzzRun(options)
  await run.start()
  for (let i = 0; i < (options.steps ?? 250); i++) await run.step()
  await run.rest()
}

class FuzzRun {
  readonly #random: () => number
  readonly #room: FuzzRoom
  readonly #clients: FuzzClient[]
  readonly #hands: FuzzActions[]
  readonly #schemas: readonly ShapeSchema[]
  #time = 1_000_000

  constructor(options: FuzzOptions) {
    this.#random = seededRandom(options.seed)
    this.#schemas = options.schemas ?? testSchemas
    const now = (): number => this.#time
    const [random, schemas] = [this.#random, this.#schemas]
    this.#room =
      options.createRoom?.(random, now) ?? new ModelRoom({ schemas, random, now, fault: options.fault })
    const count = 2 + Math.floor(this.#random() ** 2 * 11)
    this.#clients = Array.from({ length: count }, (_, i) => {
      return new FuzzClient(`u${i}`, this.#room, schemas, Math.floor(this.#random() * 1e9), options.fault)
    })
    this.#hands = this.#clients.map((client) => new FuzzActions(client, this.#random))
  }

  async start(): Promise<void> {
    for (const client of this.#clients) {
      await client.start()
      client.connect()
    }
    await this.#exchange(4)
  }

  async step(): Promise<void> {
    const at = Math.floor(this.#random() * this.#clients.length)
    const client = this.#clients[at]!
    const roll = this.#random()
    if (roll < 0.4) this.#hands[at]!.act()
    else if (roll < 0.75) this.#carry(client)
    else if (roll < 0.87) await this.#room.work()
    else if (roll < 0.93) this.#pass(Math.floor(this.#random() ** 4 * 20_000))
    else await this.#disturb(client)
    await microtasks()
  }

  /** Reconnects all clients, delivers everything, and checks convergence. */
  async rest(): Promise<void> {
    for (let i = 0; i < 100; i++) {
      for (const client of this.#clients) {
        client.stopTyping()
        if (i === 0) client.disconnect('closed')
        client.connect()
      }
      this.#pass(200)
      await this.#exchange(3)
      if (this.#clients.every((client) => client.frames === 0 && client.unsaved === 0)) break
    }
    await this.#room.work()
    await this.#exchange(2)
    checkAtRest(this.#room, this.#clients, this.#schemas)
  }

  async #exchange(rounds: number): Promise<void> {
    for (let i = 0; i < rounds; i++) {
      for (const client of this.#clients) while (client.deliver('up'));
      await this.#room.work()
      for (const client of this.#clients) {
        while (client.deliver('down'));
        await microtasks()
      }
    }
  }

  #carry(client: FuzzClient): void {
    for (let i = Math.floor(this.#random() * 6); i >= 0; i--) {
      client.deliver(this.#random() < 0.5 ? 'up' : 'down')
    }
  }

  #pass(ms: number): void {
    this.#time += ms
    for (const client of this.#clients) client.clock.advance(ms)
  }

  async #disturb(client: FuzzClient): Promise<void> {
    const roll = this.#random()
    const direction = this.#random() < 0.5 ? 'up' : 'down'
    if (roll < 0.14) client.disturb('drop', direction, this.#random)
    else if (roll < 0.28) client.disturb('duplicate', direction, this.#random)
    else if (roll < 0.42) client.disturb('reorder', direction, this.#random)
    else if (roll < 0.5) client.disconnect('closed')
    else if (roll < 0.58) client.disconnect('half-open')
    else if (roll < 0.74) client.connect()
    else if (roll < 0.8) client.deliverGhost()
    else if (roll < 0.86) await client.reload()
    else if (roll < 0.9) await this.#restart()
    else if (roll < 0.95) await this.#room.checkpoint()
    else if (roll < 0.96) await this.#room.backUp()
    else if (roll < 0.965) await this.#putBack()
    else this.#room.setRole(client.uid, ROLES[Math.floor(this.#random() * ROLES.length)] ?? 'editor')
  }

  /**
   * Restores the backup: acknowledged edits are lost and must be reported as such, and all boards must converge.
   */
  async #putBack(): Promise<void> {
    const head = await this.#room.putBack()
    for (const client of this.#clients) client.putBack(head)
    checkAlways(this.#room, this.#clients)
  }

  async #restart(): Promise<void> {
    await this.#room.restart()
    for (const client of this.#clients) client.cut()
    checkAlways(this.#room, this.#clients)
  }
}

/** Runs consecutive seeds; returns the failing ones with their errors. */
export async function failingSeeds(
  first: number,
  count: number,
  options: Omit<FuzzOptions, 'seed'> = {},
): Promise<Map<number, string>> {
  const failures = new Map<number, string>()
  for (let seed = first; seed < first + count; seed++) {
    try {
      await runFuzz({ ...options, seed })
    } catch (error) {
      failures.set(seed, error instanceof FuzzFailure ? error.message : String((error as Error).stack))
    }
  }
  return failures
}

/** Lets outboxes answer. */
export async function microtasks(): Promise<void> {
  for (let i = 0; i < 2; i++) await Promise.resolve()
}
