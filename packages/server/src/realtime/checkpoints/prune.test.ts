import { describe, expect, it } from 'vitest'
import { listRetained } from './prune.ts'

const dayMs = 24 * 3_600_000
/** A Thursday at midnight, as the weeks of the epoch begin. */
const start = Math.floor(Date.UTC(2026, 0, 1) / (7 * dayMs)) * 7 * dayMs

describe('retained checkpoints', () => {
  it('are the last two, and the last one of every day', () => {
    const all = [
      { seq: 1, time: start },
      { seq: 2, time: start + 1_000 },
      { seq: 3, time: start + dayMs },
      { seq: 4, time: start + 3 * dayMs },
      { seq: 5, time: start + 3 * dayMs + 1 },
      { seq: 6, time: start + 3 * dayMs + 2 },
    ]
    expect([...listRetained(all, start + 4 * dayMs)].sort()).toEqual([2, 3, 5, 6])
  })

  it('are one a week once they are ninety days old', () => {
    const daily = Array.from({ length: 120 }, (_, day) => ({ seq: day + 1, time: start + day * dayMs }))
    const retained = [...listRetained(daily, start + 120 * dayMs)].sort((a, b) => a - b)
    expect(retained.slice(0, 6)).toEqual([7, 14, 21, 28, 31, 32])
    expect(retained).toHaveLength(4 + 90)
  })
})
