import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startWithRelaxedTimers } from './timer-slack.ts'

const readSlackNs = (): number => Number(readFileSync('/proc/self/timerslack_ns', 'utf8'))

test.runIf(process.platform === 'linux')(
  'timers are relaxed for threads started inside, and only for these',
  () => {
    const before = readSlackNs()
    let inside = 0
    startWithRelaxedTimers(() => (inside = readSlackNs()))
    expect(inside).toBe(50_000_000)
    expect(readSlackNs()).toBe(before)
  },
)
