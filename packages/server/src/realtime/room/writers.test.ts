import { expect, test } from 'vitest'
import { Writers } from './writers.ts'

const person = (seq: number) => ({ uid: `u${seq % 3}`, time: 1_000 + seq })

test('recent numbers have their writers; older, reverted and future ones have none', () => {
  const writers = new Writers(40, 1_000)
  for (let seq = 41; seq <= 2_540; seq += 1) {
    writers.add(person(seq))
    if (seq % 7 !== 0) continue
    writers.takeBack()
    expect(writers.of(seq)).toBeUndefined()
    writers.add(person(seq))
  }
  const known = Array.from({ length: 2_600 }, (_, seq) => writers.of(seq))
  expect(known).toEqual(
    Array.from({ length: 2_600 }, (_, seq) => (seq > 1_540 && seq <= 2_540 ? person(seq) : undefined)),
  )
})

test('what was there before the first number is unknown, also after growing', () => {
  const writers = new Writers(7, 1_000)
  for (let seq = 8; seq <= 600; seq += 1) writers.add(person(seq))
  expect([writers.of(7), writers.of(8), writers.of(600), writers.of(601)]).toEqual([
    undefined,
    person(8),
    person(600),
    undefined,
  ])
  writers.takeBack()
  writers.takeBack()
  expect([writers.of(598), writers.of(599)]).toEqual([person(598), undefined])
})
