import { readFileSync } from 'node:fs'
import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { isImportFailure } from './import-failure.ts'
import { readStamps, type StampLibrary } from './stamps.ts'
import { imported } from './testing.ts'

const read = (value: unknown): ReturnType<typeof readStamps> =>
  readStamps({ bytes: strToU8(JSON.stringify(value)) })
const rect = { type: 'rectangle', x: 5, y: 5, width: 10, height: 10 }

it('lists the drawings of a library by themselves, of both versions of the format', () => {
  const second = read({
    type: 'excalidrawlib',
    version: 2,
    libraryItems: [{ name: 'Door', elements: [rect] }, { elements: [rect, { ...rect, type: 'ellipse' }] }],
  }) as StampLibrary
  expect(second.stamps.map(({ name }) => name)).toEqual(['Door', ''])
  expect(second.stamps.map(({ text }) => imported(text).records.length)).toEqual([1, 2])
  expect(read({ type: 'excalidrawlib', version: 1, library: [[rect], [rect]] })).toMatchObject({
    stamps: [{ name: '' }, { name: '' }],
  })
})

it('lists every drawing of a real library', () => {
  const bytes = readFileSync(new URL('../../../../e2e/fixtures/2026-app-0.18.excalidrawlib', import.meta.url))
  const { libraryItems } = JSON.parse(bytes.toString()) as { libraryItems: unknown[] }
  expect((readStamps({ bytes }) as StampLibrary).stamps).toHaveLength(libraryItems.length)
})

it('leaves out what cannot be read, and refuses files without any drawing', () => {
  expect(read({ type: 'excalidrawlib', libraryItems: [{ elements: [rect] }, { elements: [{ type: 7 }] }] })).toMatchObject({ stamps: [{}] }) // prettier-ignore
  expect(read({ type: 'excalidrawlib', libraryItems: [{ elements: [] }] })).toMatchObject({
    reason: 'damaged',
  })
  expect(read({ type: 'excalidrawlib', libraryItems: [] })).toMatchObject({ reason: 'empty' })
  expect(read({ type: 'excalidraw', elements: [rect] })).toMatchObject({ reason: 'not_a_drawing' })
  const many = Array.from({ length: 1_001 }, () => ({ elements: [rect] }))
  expect(read({ type: 'excalidrawlib', libraryItems: many })).toMatchObject({ reason: 'too_large' })
  const whole = JSON.stringify({ type: 'excalidrawlib', libraryItems: [{ elements: [rect] }] })
  for (let length = 0; length < whole.length; length += 7)
    expect(isImportFailure(readStamps({ bytes: strToU8(whole.slice(0, length)) }))).toBe(true)
})
