import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { isAffordable, WorkBudgets } from './work-budget.ts'

const { workBurst, workPerSecond, workPriceDoubles } = realtimeLimits
/** Costs this many units of the budget. */
const costing = (price: number): number =>
  (workPriceDoubles / 2) * (Math.sqrt(1 + (4 * price) / workPriceDoubles) - 1)

test('a person has a burst of work, which refills at a rate', () => {
  const clock = manualClock()
  const budgets = new WorkBudgets(clock)
  const quarter = costing(workBurst / 4)
  expect([1, 2, 3, 4, 5].map(() => budgets.take('ada', quarter * 0.999))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(budgets.take('bob', quarter)).toBe(true)
  clock.advance((workBurst / 4 / workPerSecond) * 1_000)
  expect([budgets.take('ada', quarter), budgets.take('ada', quarter)]).toEqual([true, false])
})

test('refused work costs nothing, and small work is counted to the unit', () => {
  const budgets = new WorkBudgets(manualClock())
  expect(budgets.take('ada', costing(workBurst * 0.9))).toBe(true)
  expect(budgets.take('ada', costing(workBurst * 0.2))).toBe(false)
  let small = 0
  while (budgets.take('ada', 20)) small += 1
  expect(small).toBeGreaterThan((workBurst * 0.1) / 20 / 1.01)
  expect(small).toBeLessThan(((workBurst * 0.1) / 20) * 1.01)
})

test('optional work leaves half of the budget', () => {
  const budgets = new WorkBudgets(manualClock())
  const half = costing(workBurst * 0.499)
  expect([budgets.takeSpare('ada', half), budgets.takeSpare('ada', half), budgets.take('ada', half)]).toEqual(
    [true, false, true],
  )
})

test('a unit of a large edit costs more, up to edits that nobody could pay for', () => {
  const budgets = new WorkBudgets(manualClock())
  expect(budgets.take('ada', workPriceDoubles)).toBe(true)
  expect(budgets.take('ada', costing(workBurst - 2 * workPriceDoubles) * 1.001)).toBe(false)
  expect(budgets.take('ada', costing(workBurst - 2 * workPriceDoubles) * 0.999)).toBe(true)
  expect([isAffordable(costing(workBurst) * 0.999), isAffordable(costing(workBurst) * 1.001)]).toEqual([
    true,
    false,
  ])
})

test('work beyond the budget waits for it, in which time others of the person may take it', async () => {
  const clock = manualClock()
  const budgets = new WorkBudgets(clock)
  const whole = costing(workBurst * 0.999)
  expect(await budgets.pay('ada', whole)).toBe(true)
  const answers: string[] = []
  const pay = async (name: string, units: number): Promise<void> =>
    void answers.push(`${name} ${await budgets.pay('ada', units)}`)
  const waiting = [pay('whole', whole), pay('part', costing(workBurst / 3))]
  const pass = async (seconds: number): Promise<void> => {
    clock.advance(seconds * 1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await pass(4)
  expect(answers).toEqual([])
  await pass(1)
  expect(answers).toEqual(['part true'])
  await pass(10)
  await Promise.all(waiting)
  expect(answers).toEqual(['part true', 'whole false'])
  expect(await budgets.pay('bob', whole)).toBe(true)
})

test('only some of a person’s work waits, so that what waits needs little memory', async () => {
  const clock = manualClock()
  const budgets = new WorkBudgets(clock)
  expect(budgets.take('ada', costing(workBurst * 0.999))).toBe(true)
  const answers = [1, 2, 3, 4, 5].map(() => budgets.pay('ada', 10_000))
  expect(await answers.at(-1)).toBe(false)
  clock.advance(1_000)
  expect(await Promise.all(answers)).toEqual([true, true, true, true, false])
  expect(budgets.take('ada', costing(workBurst * 0.999))).toBe(false)
  const later = budgets.pay('ada', workPerSecond)
  clock.advance(5_000)
  expect(await later).toBe(true)
})
