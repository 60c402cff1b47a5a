import { describe, expect, test } from 'vitest'
import type { BoardRecord } from '@tavla/canvas'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { ActionReports, type ReportedActions } from './announcements.ts'
import { type Additions, RemoteAdditions } from './remote-additions.ts'

const record = (id: string, by: string, made: number): BoardRecord => ({
  id,
  kind: 'rect',
  parent: 'page',
  z: 'a',
  by,
  made,
})
const edited = (action: 'created' | 'moved' | 'resized') =>
  ({ how: 'edit', summary: { action, count: 1, record: undefined } }) as const

describe('reports of one’s own actions', () => {
  function reports() {
    const clock = fakeClock()
    const announced: ReportedActions[] = []
    return { clock, announced, reports: new ActionReports(clock, (actions) => announced.push(actions)) }
  }

  test('everything that one action causes is one announcement', () => {
    const { clock, announced, reports: own } = reports()
    own.add({ edit: edited('created') })
    own.add({ selection: true })
    own.add({ tool: true })
    own.add({ edit: edited('resized') })
    expect(announced).toEqual([])
    clock.pass(1_000)
    expect(announced).toEqual([
      {
        messages: [],
        edit: edited('created'),
        command: undefined,
        selection: true,
        tool: true,
        elements: undefined,
      },
    ])
  })

  test('an undo is announced after what it undoes, and a redo after it, however soon they follow', () => {
    const { clock, announced, reports: own } = reports()
    const created = edited('created')
    own.add({ edit: created })
    own.add({ edit: { ...created, how: 'undo' } })
    own.add({ edit: { ...created, how: 'redo' } })
    clock.pass(1_000)
    expect(announced.map(({ edit }) => edit?.how)).toEqual(['edit', 'undo', 'redo'])
  })

  test('another selection is announced after the creation that it follows, however fast one is', async () => {
    const { clock, announced, reports: own } = reports()
    own.add({ edit: edited('created') })
    own.add({ selection: true })
    await Promise.resolve()
    own.add({ edit: edited('resized') })
    own.add({ selection: true })
    clock.pass(1_000)
    expect(announced.map(({ edit, selection }) => [edit?.summary.action, selection])).toEqual([
      ['created', true],
      [undefined, true],
    ])
  })

  test('what a creation selects is part of it, however slow the device is', () => {
    const { clock, announced, reports: own } = reports()
    own.add({ edit: edited('created') })
    clock.pass(140)
    own.add({ selection: true })
    clock.pass(1_000)
    expect(announced.map(({ edit, selection }) => [edit?.summary.action, selection])).toEqual([
      ['created', true],
    ])
  })

  test('what is created right after something of another kind is announced as well', () => {
    const { clock, announced, reports: own } = reports()
    const created = (kind: string) => {
      const { how, summary } = edited('created')
      return { edit: { how, summary: { ...summary, record: { ...record('e1', 'me', 1), kind } } } }
    }
    own.add(created('ellipse'))
    clock.pass(100)
    own.add(created('connector'))
    own.add(created('connector'))
    clock.pass(1_000)
    expect(announced.map(({ edit }) => edit?.summary.record?.kind)).toEqual(['ellipse', 'connector'])
  })

  test('the same action again is announced again', () => {
    const { clock, announced, reports: own } = reports()
    for (let i = 0; i < 3; i++) {
      own.add({ edit: edited('created') })
      clock.pass(400)
    }
    expect(announced).toHaveLength(3)
  })

  test('a held key is announced about once a second', () => {
    const { clock, announced, reports: own } = reports()
    for (let i = 0; i < 100; i++) {
      own.add({ edit: edited('moved') })
      clock.pass(30)
    }
    clock.pass(1_000)
    expect(announced).toHaveLength(4)
  })

  test('no message is lost', () => {
    const { clock, announced, reports: own } = reports()
    own.add({ message: 'one' })
    own.add({ message: 'two' })
    clock.pass(1_000)
    expect(announced.map(({ messages }) => messages)).toEqual([['one', 'two']])
  })
})

describe('additions of other people', () => {
  function additions() {
    const clock = fakeClock()
    const reported: Additions[] = []
    return { clock, reported, added: new RemoteAdditions(clock, 10, (each) => reported.push(each)) }
  }

  test('several within two seconds are reported together, and the next after ten', () => {
    const { clock, reported, added } = additions()
    added.add(record('a', 'ann', 11))
    clock.pass(1_000)
    added.add(record('b', 'ann', 12))
    added.add(record('c', 'bo', 13))
    clock.pass(1_000)
    expect(reported).toEqual([{ people: ['ann', 'bo'], count: 3, record: undefined }])
    added.add(record('d', 'bo', 14))
    clock.pass(9_000)
    expect(reported).toHaveLength(1)
    clock.pass(1_000)
    expect(reported[1]).toEqual({ people: ['bo'], count: 1, record: record('d', 'bo', 14) })
  })

  test('what was there before, and changes of what was reported, are no additions', () => {
    const { clock, reported, added } = additions()
    added.add(record('old', 'ann', 10))
    added.add(record('new', 'ann', 11))
    clock.pass(20_000)
    added.add(record('new', 'ann', 11))
    clock.pass(20_000)
    expect(reported.map(({ count }) => count)).toEqual([1])
  })

  test('what is deleted again at once is not reported', () => {
    const { clock, reported, added } = additions()
    added.add(record('a', 'ann', 11))
    added.remove('a')
    clock.pass(20_000)
    expect(reported).toEqual([])
  })
})
