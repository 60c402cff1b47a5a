import { describe, expect, it } from 'vitest'
import type { ElementRecord } from '../../document/model/record.ts'
import { richText } from '../../text/testing.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { sticky } from './index.ts'

function fit(words: string, over: Readonly<Record<string, unknown>> = {}): ElementRecord {
  const record = getElement('sticky', { w: 200, h: 200, text: richText(words), ...over })
  return { ...record, ...sticky.edit!.fit!(record, getView()) }
}

describe('the text', () => {
  it('is large if it is short, and smaller the longer it gets', () => {
    const sizes = ['hi', 'a few more words here', 'word '.repeat(40), 'word '.repeat(120)].map(
      (words) => fit(words)['size'] as number,
    )
    expect(sizes[0]).toBe(44)
    expect([...sizes].sort((a, b) => b - a)).toEqual(sizes)
    expect(new Set(sizes).size).toBe(4)
  })

  it('never breaks a word that fits at a smaller size', () => {
    const size = fit('extraordinarily')['size'] as number
    expect(size * 0.5 * 'extraordinarily'.length).toBeLessThanOrEqual(172)
  })

  it.each([
    ['Chinese', '我们明天下午三点在会议室见面'],
    ['Japanese', 'ホームページのデザイン変更です'],
    ['Thai', 'ประชุมพรุ่งนี้บ่ายสาม'],
  ])('of %s is as large as its own line breaks allow', (_script, words) => {
    // One word of as many characters would have to be on one line.
    expect(fit(words)['size']).toBeGreaterThan(172 / 0.5 / words.length + 4)
  })

  it('makes the note grow if the smallest size is too large', () => {
    const note = fit('word '.repeat(2000))
    expect(note.h).toBeGreaterThan(200)
    expect([note.x, note.y, note.w]).toEqual([10, 20, 200])
  })

  it('keeps a size chosen by the user and grows the note instead', () => {
    expect(fit('word '.repeat(40), { fits: false, size: 40 })).toMatchObject({ size: 40 })
    expect(fit('word '.repeat(40), { fits: false, size: 40 }).h).toBeGreaterThan(200)
  })

  it('scales with the note', () => {
    const note = fit('hi')
    const fields = sticky.edit!.reshape!(
      note,
      { box: { x: 0, y: 0, w: 400, h: 400 }, from: 'corner' },
      getView(),
    )
    expect(fields).toMatchObject({ w: 400, h: 400, size: 88 })
  })
})

it('is dark on a pale note, in both themes', () => {
  const note = fit('hi', { fill: '#fff0a0' })
  for (const theme of ['light', 'dark'] as const) {
    expect(drawn(note, getView([note]), { scale: 1, theme, detail: 'full' })).toContain('fill="#1e2227">hi')
  }
})

it('keeps its light colour, its ink and its text colours in the dark theme', () => {
  for (const color of ['ink', 'red']) {
    const note = fit('hi', { fill: 'yellow', color })
    const draw = (theme: 'light' | 'dark') =>
      drawn(note, getView([note]), { scale: 1, theme, detail: 'full' })
    const fills = (svg: string) => [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, fill]) => fill)
    expect(fills(draw('dark'))).toEqual(fills(draw('light')))
  }
})
