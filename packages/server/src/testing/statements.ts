import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Database } from '../db/database.ts'

const counted = new AsyncLocalStorage<{ statements: number }>()

/**
 * How many statements `act` makes. Only those of its own chain of calls count: leases, rooms and jobs work on the same
 * database in chains of theirs, whenever they please.
 */
export async function countStatements(db: Database, act: () => Promise<unknown>): Promise<number> {
  const executor = db.sql.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const mine = { statements: 0 }
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation((...query) => {
    if (counted.getStore() === mine) mine.statements += 1
    return execute(...query)
  })
  try {
    await counted.run(mine, act)
    return mine.statements
  } finally {
    spy.mockRestore()
  }
}
