import { boardSchemas, HistoryReplay, schemaVersions } from '@tavla/canvas/model'
import type { AcceptedEdit } from '@tavla/canvas/model'
import { Timeline } from '@tavla/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { BoardHistory, type History } from './history.ts'
import type { HistoryReader, EditRange } from './past/history-reader.ts'

const rect = (id: string, x: number) => {
  const props = { stroke: 'ink', fill: 'none', width: 2, dash: 'solid' }
  return { id, kind: 'rect', parent: 'page-1', z: 'V', x, y: 0, w: 10, h: 10, r: 0, ...props }
}
const edit = (seq: number, by: string, changes: AcceptedEdit['changes'], mark = `${seq}`): AcceptedEdit => {
  return { seq, time: seq * 1_000, by, id: `${by}:${seq}`, base: seq - 1, mark, changes }
}
const edits: readonly AcceptedEdit[] = [
  edit(1, 'ann', [{ op: 'put', record: { id: 'page-1', kind: 'page', parent: null, z: 'V', name: '' } }]),
  edit(2, 'ann', [{ op: 'put', record: rect('a', 0) }]),
  edit(3, 'bob', [{ op: 'patch', id: 'a', fields: { x: 50 } }]),
  edit(4, 'ann', [{ op: 'put', record: rect('b', 9) }]),
  edit(5, 'bob', [{ op: 'remove', ids: ['a'] }]),
  edit(6, 'bob', [{ op: 'patch', id: 'b', fields: { x: 1 } }]),
]
const schema = schemaVersions(boardSchemas)

/** A history of so many edits, all by Ann after the first. */
function longPast(count: number): HistoryReplay {
  const replay = new HistoryReplay(boardSchemas, { seq: 0, schema: null, entries: [] })
  const more = Array.from({ length: count - 2 }, (_, i) =>
    edit(i + 3, 'ann', [{ op: 'patch', id: 'a', fields: { x: i + 3 } }]),
  )
  replay.extend([{ schema, edits: [...edits.slice(0, 2), ...more] }])
  return replay
}

function shortPast(): HistoryReplay {
  const replay = new HistoryReplay(boardSchemas, { seq: 0, schema: null, entries: [] })
  replay.extend([{ schema, edits: edits.slice(0, 5) }])
  return replay
}

describe('a replay of history', () => {
  const clock = fakeClock()
  let requestedRanges: EditRange[]
  let head: number
  let read: () => Promise<HistoryReplay>
  let history: History
  const reader: HistoryReader = {
    read(range) {
      requestedRanges.push(range)
      return read()
    },
    extend(replay) {
      replay.extend([{ schema, edits }])
      return Promise.resolve()
    },
  }
  const x = (id: string) => history.document.peek()?.get(id)?.['x']
  const marked = () => history.marks.value?.map(({ kind, box }) => [kind, box.x])

  beforeEach(async () => {
    requestedRanges = []
    head = 5
    read = () => Promise.resolve(shortPast())
    const timeline = () =>
      Promise.resolve(
        Timeline.parse({ first: 1, head, days: 30, cut: true, seen: 3, spells: [], people: [] }),
      )
    history = new BoardHistory({ clock, timeline, reader })
    await history.open()
  })

  it('starts with the newest version and has a step for every action that the plan includes', async () => {
    expect([history.seq.value, history.stepNumber.value, x('a'), x('b')]).toEqual([5, 4, undefined, 9])
    expect(history.playbackSteps.value.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect(requestedRanges).toEqual([{ from: 1, to: 5, maxEdits: 12_000 }])
    expect(history.hasEarlier.value).toBe(false)
    await history.goToStep(0)
    expect([history.seq.value, x('a')]).toEqual([1, undefined])
    await history.goToStep(2)
    expect([history.seq.value, history.reached.value, x('a')]).toEqual([3, 3, 50])
    for (const invalidStep of [NaN, -1, 1e9]) {
      await history.goToStep(invalidStep)
      expect(history.seq.value >= 1 && history.seq.value <= 5, String(invalidStep)).toBe(true)
    }
  })

  it('loads more if a version is older than what is loaded, but nothing older than the plan allows', async () => {
    await history.goTo(0)
    expect(requestedRanges.at(-1)).toEqual({ from: 1, to: 5 })
    expect(history.seq.value).toBe(1)
  })

  it('has steps only for what the filter matches', async () => {
    await history.setFilter({ uid: 'bob' })
    expect(history.playbackSteps.value.map(({ seq }) => seq)).toEqual([3, 5])
    await history.setFilter({ since: 4_000 })
    expect(history.playbackSteps.value.map(({ seq }) => seq)).toEqual([5])
    await history.setFilter({ uid: null, since: null, frame: 'none' })
    expect([history.playbackSteps.value, history.stepNumber.value]).toEqual([[], 0])
  })

  it('adds new edits and stays at its version', async () => {
    head = 6
    await history.catchUp(6)
    expect([history.seq.value, history.playbackSteps.value.length, history.timeline.value?.head]).toEqual([
      5, 5, 6,
    ])
    await history.goToStep(5)
    expect(x('b')).toBe(1)
  })

  it('plays to the end, from the start if it is at the end, and can be stopped', () => {
    history.play()
    expect([history.playing.value, history.stepNumber.value]).toEqual([true, 0])
    clock.pass(700)
    expect(history.stepNumber.value).toBe(1)
    history.pause()
    clock.pass(5_000)
    expect([history.playing.value, history.stepNumber.value]).toEqual([false, 1])
    history.play()
    clock.pass(5_000)
    expect([history.playing.value, history.stepNumber.value]).toEqual([false, 4])
  })

  it('compares two versions in any order, and can swap them', async () => {
    await history.compareTo(2)
    expect(marked()).toEqual([
      ['added', 9],
      ['removed', 0],
    ])
    await history.goTo(3)
    expect(marked()).toEqual([['changed', 50]])
    await history.swap()
    expect([history.seq.value, history.comparedVersion.value, x('a'), marked()]).toEqual([
      2,
      3,
      0,
      [['changed', 50]],
    ])
    await history.goTo(3)
    expect(history.marks.value).toBeNull()
    await history.compareTo(null)
    expect(history.marks.value).toBeNull()
  })

  it('seeks far in short slices, reports progress, and can be cancelled by another seek', async () => {
    read = () => Promise.resolve(longPast(2_000))
    head = 2_000
    // This clock advances by a whole slice on each read: the page gets its turn after each stride.
    let now = 0
    const slowClock = { ...clock, now: () => (now += 20) }
    const timeline = () =>
      Promise.resolve(
        Timeline.parse({ first: 0, head, days: -1, cut: false, seen: null, spells: [], people: [] }),
      )
    history = new BoardHistory({ clock: slowClock, timeline, reader })
    const opening = history.open()
    const pass = async (): Promise<void> => {
      await Promise.resolve()
      clock.pass(0)
    }
    for (let i = 0; i < 400 && history.state.value.at === 'loading'; i++) await pass()
    await opening
    expect([history.seq.value, x('a'), history.progress.value]).toEqual([2_000, 2_000, null])

    const parts: (number | null)[] = []
    history.progress.subscribe((part) => void parts.push(part))
    const firstSeek = history.goTo(100)
    for (let i = 0; i < 10; i++) await pass()
    const whole = [...parts]
    expect(whole.filter((part) => part !== null && part > 0).length).toBeGreaterThan(2)
    expect(whole.at(-1)).toBeLessThan(1)
    const secondSeek = history.goTo(1_999)
    for (let i = 0; i < 200 && history.progress.value !== null; i++) await pass()
    await Promise.all([firstSeek, secondSeek])
    expect([history.seq.value, x('a'), history.progress.value]).toEqual([1_999, 1_999, null])
  })

  it('keeps what is loaded if more cannot be loaded, and says why', async () => {
    read = () => Promise.reject(new Error('away'))
    await history.goTo(0)
    expect([history.state.value.at, history.requestError.value, x('b')]).toEqual([
      'ready',
      new Error('away'),
      9,
    ])
    read = () => Promise.resolve(shortPast())
    await history.goTo(0)
    expect([history.requestError.value, history.seq.value]).toEqual([null, 1])
  })
})
