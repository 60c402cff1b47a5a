import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { boardSchemas, BoardState, richTextFromPlain, schemaVersions } from '@tavla/canvas/model'
import type { PlacedRun } from '@tavla/canvas/svg'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../ports/clock/system-clock.ts'
import { manualClock } from '../ports/clock/manual.ts'
import { createDrawings, type Drawings, TookTooLong } from './drawings.ts'
import { createGlyphs } from './measure.ts'
import { getImage, smallImage } from './picture.ts'
import { getRecord } from './testing/records.ts'
import { thinned } from './thinned.ts'

const nothing = { seq: 0, schema: schemaVersions(boardSchemas), chunks: [] }
let drawings: Drawings
afterEach(() => drawings.close())

it('are made one at a time, in the order requested', async () => {
  drawings = createDrawings({ clock: systemClock })
  const log: string[] = []
  const use = (name: string) =>
    drawings.withBoard(nothing, async (board) => {
      log.push(`${name} begins`)
      expect(await board.contents()).toEqual({ texts: [], files: [] })
      log.push(`${name} ends`)
    })
  await Promise.all([use('a'), use('b')])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

it.runIf(process.platform === 'linux')('let the server go first', async () => {
  drawings = createDrawings({ clock: systemClock })
  await drawings.withBoard(nothing, (board) => board.contents())
  // The nineteenth field is the priority of the thread; the name before it may contain spaces.
  const priorities = readdirSync('/proc/self/task').map(
    (thread) => readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16],
  )
  expect(priorities.filter((each) => each === String(getPriority() + 10))).toHaveLength(1)
})

it('time out, and the next one is made', async () => {
  const clock = manualClock()
  drawings = createDrawings({ clock, stepMs: 1_000 })
  const late = drawings.withBoard(nothing, () => Promise.resolve('never'))
  // The thread has only been asked to start: it cannot have answered yet.
  await Promise.resolve()
  clock.advance(1_000)
  await expect(late).rejects.toBeInstanceOf(TookTooLong)
  expect(await drawings.withBoard(nothing, () => Promise.resolve('drawn'))).toBe('drawn')
})

it('report what is wrong with an unreadable board, and continue', async () => {
  drawings = createDrawings({ clock: systemClock })
  const broken = { ...nothing, chunks: [new Uint8Array([1, 2, 3])] }
  await expect(drawings.withBoard(broken, () => Promise.resolve())).rejects.toThrow()
  expect(
    await drawings.withBoard(nothing, (board) =>
      board.draw({ theme: 'light', images: new Map(), care: 'small' }),
    ),
  ).toBeNull()
})

it('contain text as paths: shaped, joined, right-to-left where the script requires it', async () => {
  drawings = createDrawings({ clock: systemClock })
  const { outline } = await createGlyphs()
  const run = (text: string, rtl: boolean): PlacedRun => ({
    text,
    rtl,
    font: 'sans',
    size: 20,
    bold: false,
    italic: false,
    x: 0,
    width: 0,
  })
  const starts = (path: string): number[] =>
    [...path.matchAll(/M(-?[\d.]+)/g)].map((match) => Number(match[1]))
  expect(starts(outline(run('ll', false)))[1]).toBeGreaterThan(starts(outline(run('ll', false)))[0] ?? 0)
  // Three characters that join are drawn differently from three that do not.
  const alone = [...'سلم'].map((character) => outline(run(character, true))).join('').length
  expect(outline(run('سلم', true)).length).not.toBe(alone)
  // In Hebrew the first character is the rightmost.
  const [shin, both] = [outline(run('ש', true)), outline(run('של', true))]
  expect(both.length).toBeGreaterThan(shin.length)
  expect(Math.max(...starts(both))).toBeGreaterThan(Math.max(...starts(shin)))
  expect(outline(run(' ', false))).toBe('')
})

it('are bitmaps of one size for a drawing of any size', async () => {
  drawings = createDrawings({ clock: systemClock })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="500000" height="312500" viewBox="0 0 500000 312500"><rect width="500000" height="312500" fill="#ff0000"/></svg>'
  const { width, height, format } = await sharp(await getImage(svg)).metadata()
  expect([width, height, format]).toEqual([640, 400, 'webp'])
})

it('accept no image that could refer to other files, and no unreadable one', async () => {
  drawings = createDrawings({ clock: systemClock })
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  )
  expect([await smallImage(svg), await smallImage(Buffer.from('no picture'))]).toEqual([null, null])
})

it('keep the largest elements of a page and their containers', () => {
  drawings = createDrawings({ clock: systemClock })
  const state = new BoardState()
  const add = (id: string, kind: string, more: Readonly<Record<string, unknown>>): void =>
    state.write(id, { record: getRecord(kind, id, more), clock: {}, pieces: [], open: false })
  add('page', 'page', { parent: null })
  add('group', 'group', { parent: 'page', w: 0 })
  add('large', 'sticky', { parent: 'group', w: 500, h: 500, text: richTextFromPlain('x') })
  add('small', 'sticky', { parent: 'group', w: 10, h: 10 })
  add('middle', 'sticky', { parent: 'page', w: 100, h: 100 })
  const getSize = (record: object): number => Number((record as { w?: number }).w ?? 0)
  const few = thinned(state, 'page', { most: 2, getSize })
  expect([few.childIds('page'), few.childIds('group')]).toEqual([['group', 'middle'], ['large']])
  expect(thinned(state, 'page', { most: 4, getSize })).toBe(state)
})
