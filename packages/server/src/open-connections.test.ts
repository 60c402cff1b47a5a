import { expect, test } from 'vitest'
import { attackServer } from './testing/hostile/attack-server.ts'

test('no connection ends the process or leaks a descriptor, whatever is sent and wherever it breaks off', async () => {
  const { connections, answers, unanswered, failed, endless, isAlive, leaked, logged } = await attackServer({
    rounds: 1,
    seed: 11,
    slow: 'short',
  })
  expect({ unanswered, failed, endless, isAlive, leaked: leaked ?? {}, logged }).toEqual({
    unanswered: [],
    failed: [],
    endless: [],
    isAlive: true,
    leaked: {},
    logged: '',
  })
  expect([connections > 300, answers > 100]).toEqual([true, true])
})
