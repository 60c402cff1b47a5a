import { describe, expect, it } from 'vitest'
import { noFilter, getStepNumber, listPlaybackSteps, getStrip } from './playback-steps.ts'

const edit = (seq: number, by: string, mark: string, changed = 'a') => ({
  seq,
  by,
  mark,
  time: seq * 10,
  changes: [{ op: 'patch', id: changed, fields: {} } as const],
})

describe('the time line', () => {
  const edits = [edit(1, 'ann', 'm'), edit(2, 'ann', 'm'), edit(3, 'bob', 'm'), edit(4, 'ann', 'n')]

  it('has one step for consecutive edits of one person with one mark', () => {
    const playback = listPlaybackSteps(edits, 0, noFilter, null)
    expect(playback.map(({ first, seq, uid }) => [first, seq, uid])).toEqual([
      [1, 2, 'ann'],
      [3, 3, 'bob'],
      [4, 4, 'ann'],
    ])
    expect(listPlaybackSteps(edits, 1, noFilter, null)[0]).toMatchObject({ first: 2, seq: 2 })
  })

  it('has steps only for edits of one record, if filtered by it', () => {
    const mixed = [edit(1, 'ann', 'm', 'a'), edit(2, 'bob', 'n', 'b'), edit(3, 'ann', 'o', 'a')]
    const playback = listPlaybackSteps(mixed, 0, { ...noFilter, record: 'a' }, null)
    expect(playback.map(({ seq }) => seq)).toEqual([1, 3])
  })

  const steps = [2, 4, 9, 12].map((seq) => {
    return { first: seq, seq, uid: seq < 10 ? 'ann' : 'bob', mark: '', time: seq }
  })

  it('finds the step of a version', () => {
    expect([1, 2, 3, 4, 9, 12, 20].map((seq) => getStepNumber(steps, seq))).toEqual([0, 1, 1, 2, 3, 4, 4])
  })

  it('is coloured by who did most in each part', () => {
    expect(getStrip(steps, 2)).toEqual(['ann', 'ann'])
    expect(getStrip(steps, 99)).toEqual(['ann', 'ann', 'ann', 'bob'])
    expect(getStrip([], 5)).toEqual([])
  })
})
