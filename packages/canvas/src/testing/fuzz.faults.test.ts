import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'
import type { Fault } from './fuzz-room.ts'

const faults: readonly Fault[] = [
  'skip-edit',
  'ack-early',
  'drop-remove',
  'apply-twice',
  'lose-order-key',
  'broadcast-before-commit',
  'skip-unsaid',
  'refuse-unsaid',
  'keep-unsaid',
  'keep-unsaid-to-absent',
  'delete-ignores-base',
  'lose-refused',
  'lose-text',
]

/** A fuzzer that has never failed proves nothing: each way in which a server could be wrong must be found. */
async function firstFinding(fault: Fault): Promise<number | undefined> {
  for (let seed = 1; seed <= 1_000; seed++) {
    try {
      await runFuzz({ seed, fault })
    } catch {
      return seed
    }
  }
  return undefined
}

for (const fault of faults) {
  test(`the fuzzer finds a server with the fault "${fault}"`, { timeout: 0 }, async () => {
    expect(await firstFinding(fault)).toBeDefined()
  })
}
