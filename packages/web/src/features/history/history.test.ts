import { boardSchemas, Past, schemaVersions } from '@tavla/canvas/model'
import type { TakenEdit } from '@tavla/canvas/model'
import { Timeline } from '@tavla/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { createHistory, type History } from './history.ts'
import { placeOf, stripOf } from './stops.ts'

const rect = (id: string, x: number) => {
  const props = { stroke: 'ink', fill: 'none', width: 2, dash: 'solid' }
  return { id, kind: 'rect', parent: 'page-1', z: 'V', x, y: 0, w: 10, h: 10, r: 0, ...props }
}
const edit = (seq: number, by: string, changes: TakenEdit['changes']): TakenEdit => {
  return { seq, time: seq * 1_000, by, id: `${by}:${seq}`, base: seq - 1, mark: `${seq}`, changes }
}
const edits: readonly TakenEdit[] = [
  edit(1, 'ann', [{ op: 'put', record: { id: 'page-1', kind: 'page', parent: null, z: 'V', name: '' } }]),
  edit(2, 'ann', [{ op: 'put', record: rect('a', 0) }]),
  edit(3, 'bob', [{ op: 'patch', id: 'a', fields: { x: 50 } }]),
  edit(4, 'ann', [{ op: 'put', record: rect('b', 9) }]),
  edit(5, 'bob', [{ op: 'remove', ids: ['a'] }]),
  edit(6, 'bob', [{ op: 'patch', id: 'b', fields: { x: 1 } }]),
]

describe('a journey through history', () => {
  const clock = fakeClock()
  const asked: number[] = []
  let history: History
  beforeEach(async () => {
    asked.length = 0
    history = createHistory({
      clock,
      timeline: () =>
        Promise.resolve(
          Timeline.parse({ first: 1, head: 5, days: 30, cut: true, seen: 3, spells: [], people: [] }),
        ),
      reader: {
        read(from) {
          asked.push(from)
          const past = new Past(boardSchemas, { seq: 0, schema: null, entries: [] })
          past.extend([{ schema: schemaVersions(boardSchemas), edits: edits.slice(0, 5) }])
          return Promise.resolve(past)
        },
        extend(past) {
          past.extend([{ schema: schemaVersions(boardSchemas), edits }])
          return Promise.resolve()
        },
      },
    })
    await history.open()
  })
  const x = (id: string) => history.document.peek()?.get(id)?.['x']

  it('begins with the present and stops at every edit that the plan shows', () => {
    expect([history.seq.value, history.place.value, x('a'), x('b')]).toEqual([5, 4, undefined, 9])
    expect(history.stops.value.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect([asked, history.hasEarlier.value]).toEqual([[1], false])
    history.goToPlace(0)
    expect([history.seq.value, x('a')]).toEqual([1, undefined])
    history.goTo(0)
    expect(history.seq.value).toBe(1)
    history.goToPlace(2)
    expect([history.seq.value, x('a')]).toEqual([3, 50])
  })

  it('stops only at what the filter leaves', () => {
    history.setFilter({ uid: 'bob' })
    expect(history.stops.value.map(({ seq }) => seq)).toEqual([3, 5])
    history.setFilter({ since: 4_000 })
    expect(history.stops.value.map(({ seq }) => seq)).toEqual([5])
    history.setFilter({ uid: null, since: null, frame: 'none' })
    expect([history.stops.value, history.place.value]).toEqual([[], 0])
  })

  it('catches up with what happened meanwhile, and stays where it is', async () => {
    await history.catchUp(6)
    expect([history.seq.value, history.stops.value.length, history.timeline.value?.head]).toEqual([5, 5, 6])
    history.goToPlace(5)
    expect(x('b')).toBe(1)
  })

  it('plays to the end, from the beginning when it is there already, and can be stopped', () => {
    history.play()
    expect([history.playing.value, history.place.value]).toEqual([true, 0])
    clock.pass(500)
    expect(history.place.value).toBe(1)
    history.pause()
    clock.pass(5_000)
    expect([history.playing.value, history.place.value]).toEqual([false, 1])
    history.play()
    clock.pass(5_000)
    expect([history.playing.value, history.place.value]).toEqual([false, 4])
  })

  it('compares two moments whichever is the later one, and shows the chosen one afterwards', () => {
    history.compareWith(2)
    const { added, removed, changed } = history.compared.value!.difference
    expect([added, removed, [...changed]]).toEqual([['b'], ['a'], []])
    history.goTo(3)
    expect([...history.compared.value!.difference.changed]).toEqual([['a', ['x']]])
    expect(x('a')).toBe(50)
    history.goTo(2)
    expect(history.compared.value).toBeNull()
    history.compareWith(5)
    expect(history.compared.value!.difference.added).toEqual(['b'])
    history.compareWith(null)
    expect(history.compared.value).toBeNull()
  })
})

describe('the time line', () => {
  const stops = [2, 4, 4, 9].map((seq) => ({ seq, uid: seq < 5 ? 'ann' : 'bob', time: seq }))

  it('knows which stop a moment is at', () => {
    expect([1, 2, 3, 4, 8, 9, 20].map((seq) => placeOf(stops, seq))).toEqual([0, 1, 1, 3, 3, 4, 4])
  })

  it('is coloured by who did most in each part', () => {
    expect(stripOf(stops, 2)).toEqual(['ann', 'ann'])
    expect(stripOf(stops, 99)).toEqual(['ann', 'ann', 'ann', 'bob'])
    expect(stripOf([], 5)).toEqual([])
  })
})
