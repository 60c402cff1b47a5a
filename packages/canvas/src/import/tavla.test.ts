import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { tavlaFile } from '../export/board-data/tavla-file.ts'
import { importContent } from '../editor/actions/insert.ts'
import { shapes } from '../shapes/index.ts'
import { BoardDriver } from '../testing/board-driver.ts'
import { isImportFailure } from './import-failure.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { readDrawing } from './read-drawing.ts'
import { fill, getStructure, place, png, put, readFile, schemaDefaults } from './tavla/testing/full-board.ts'

const getJsonPart = (board: BoardDriver, ids = board.replica.document.childIds(null)) => ({
  document: board.replica.document,
  ids,
  shapes,
})

async function getBytes(board: BoardDriver, form: 'zip' | 'json'): Promise<Uint8Array> {
  const { blob } = await tavlaFile(getJsonPart(board), form, readFile)
  return new Uint8Array(await blob.arrayBuffer())
}

function read(bytes: Uint8Array): ImportedDrawing {
  const drawing = readDrawing({ name: 'board', bytes })
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  return drawing
}

describe('an exported board', () => {
  it.each(['zip', 'json'] as const)('is the same board when it is opened again (%s)', async (form) => {
    const board = new BoardDriver()
    fill(board)
    const drawing = place(read(await getBytes(board, form)))
    expect(drawing.report.notes).toEqual([])
    const other = new BoardDriver({ uid: 'other', seed: 7 })
    expect(importContent(other.editor.edit, drawing)?.shrunk).toEqual([])
    expect(getStructure(other.replica.document)).toEqual(getStructure(board.replica.document))
  })

  it('adds its pages behind those of a board in use, as one undo step', async () => {
    const board = new BoardDriver()
    fill(board)
    board.editor.edit.apply([{ op: 'patch', id: 'frame', fields: { lock: null } }])
    const drawing = place(read(await getBytes(board, 'zip')))
    const before = getStructure(board.replica.document)
    importContent(board.editor.edit, drawing)
    const { document } = board.replica
    expect(document.childIds(null).map((id) => document.get(id)!['name'])).toEqual(['Plan', 'Zweite', 'Plan', 'Zweite']) // prettier-ignore
    board.editor.edit.undo()
    expect(getStructure(document)).toEqual(before)
  })

  it('is imported by an editor without locks and roles that only admins set', async () => {
    const admin = new BoardDriver({ role: 'admin' })
    admin.editor.edit.apply([put('frame', 'f', 'page', 'B', { role: 'viewer', lock: 'admin' })])
    const drawing = read(await getBytes(admin, 'zip'))
    const board = new BoardDriver({ role: 'editor' })
    expect(importContent(board.editor.edit, drawing)).not.toBeNull()
    const frame = board.elements().find(({ kind }) => kind === 'frame')
    expect([frame?.['role'], frame?.['lock']]).toEqual([null, undefined])
  })

  it('is the same file each time, and lists missing images', async () => {
    const board = new BoardDriver()
    fill(board)
    expect(await getBytes(board, 'zip')).toEqual(await getBytes(board, 'zip'))
    const lost = await tavlaFile(getJsonPart(board), 'zip', () => Promise.reject(new Error('gone')))
    expect(lost.missing).toEqual(['f1', 'clip'])
    const drawing = read(new Uint8Array(await lost.blob.arrayBuffer()))
    expect(drawing.report.notes).toMatchObject([{ name: 'pictureMissing', outcome: 'dropped', count: 2 }])
  })
})

describe('an export of an earlier version', () => {
  it('is read, without the images that it never contained', () => {
    const rect = { ...schemaDefaults.get('rect'), id: 'r', kind: 'rect', parent: 'gone', z: 'A', x: 0, y: 0, w: 9, h: 9, r: 0, by: 'u', made: 3 } // prettier-ignore
    const image = { ...rect, ...schemaDefaults.get('image'), kind: 'image', id: 'i', file: 'f9' }
    for (const name of ['stroke', 'strokeWidth', 'dash', 'lineStyle', 'fill', 'fillStyle', 'font', 'size', 'color', 'align', 'vertical', 'text']) delete (image as Record<string, unknown>)[name] // prettier-ignore
    const file = { format: 'tavla', version: 1, schema: { rect: 1 }, records: [rect, image], strokes: {}, files: ['f9'] } // prettier-ignore
    const { records, report } = read(strToU8(JSON.stringify(file)))
    expect(records.map(({ id, parent }) => [id, parent])).toEqual([['r', null]])
    expect(report.notes).toMatchObject([{ name: 'pictureMissing', outcome: 'dropped', count: 1 }])
  })
})

const head = { format: 'tavla', version: 2, schema: {}, assets: [], strokes: {} }
const pack = (board: object, more: Record<string, Uint8Array> = {}) =>
  zipSync({ 'board.json': strToU8(JSON.stringify(board)), ...more })
const readHostile = (bytes: Uint8Array) => readDrawing({ name: 'x.tavla', bytes })

describe('a hostile package', () => {
  it('is refused if it is truncated at any length', async () => {
    const board = new BoardDriver()
    fill(board)
    for (const form of ['zip', 'json'] as const) {
      const whole = await getBytes(board, form)
      const step = Math.ceil(whole.length / 61)
      for (let length = 0; length < whole.length - 2; length += step)
        expect(isImportFailure(readHostile(whole.subarray(0, length))), `${form} ${length}`).toBe(true)
    }
  })

  it('never throws, whichever byte is changed', async () => {
    const board = new BoardDriver()
    fill(board)
    const whole = await getBytes(board, 'zip')
    for (let at = 0; at < whole.length; at += 37) {
      const bytes = whole.slice()
      bytes[at] = bytes[at]! ^ 0x5a
      const drawing = readHostile(bytes)
      if (!isImportFailure(drawing)) importContent(new BoardDriver().editor.edit, place(drawing))
    }
  })

  it('cannot decompress beyond its limit, nor contain too many files', () => {
    const bomb = zipSync({ 'board.json': new Uint8Array(40_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(readHostile(bomb)).toMatchObject({ reason: 'too_large' })
    // The end of the list of files says how many there are.
    const elements = pack(head)
    elements.set([0xfe, 0xff, 0xfe, 0xff], elements.length - 14)
    expect(readHostile(elements)).toMatchObject({ reason: 'too_large' })
  })

  it('names files only inside itself', () => {
    const image = { ...schemaDefaults.get('image'), id: 'i', kind: 'image', parent: null, z: 'A', x: 0, y: 0, w: 9, h: 9, r: 0, file: 'f' } // prettier-ignore
    for (const path of ['../secret.png', '/etc/passwd.png', 'assets/../../x.png', 'C:\\x.png', 'assets']) {
      const board = { ...head, records: [image], assets: [{ id: 'f', path }] }
      expect(readHostile(pack(board, { [path]: png })), path).toMatchObject({ reason: 'damaged' })
    }
  })

  it.each([
    ['no board in it', zipSync({ 'other.json': strToU8('{}') }), 'not_a_drawing'],
    ['no JSON', zipSync({ 'board.json': strToU8('{"format"') }), 'damaged'],
    ['another format', pack({ format: 'other', version: 2, records: [] }), 'not_a_drawing'],
    ['a newer version', pack({ ...head, version: 3, records: [] }), 'newer'],
    ['nothing on it', pack({ ...head, records: [] }), 'empty'],
    [
      'only nonsense on it',
      pack({ ...head, records: [1, null, {}, { id: '../x', kind: 'rect' }] }),
      'damaged',
    ],
  ])('%s: says so', (_, bytes, reason) => {
    expect(readHostile(bytes)).toMatchObject({ reason })
  })

  it('cannot contain cycles, deep nesting or pages in pages', () => {
    const group = (id: string, parent: string | null) => ({ id, kind: 'group', parent, z: 'A' })
    const rect = (id: string, parent: string | null) => ({ ...schemaDefaults.get('rect'), id, kind: 'rect', parent, z: 'A', x: 0, y: 0, w: 9, h: 9, r: 0 }) // prettier-ignore
    const page = (id: string, parent: string | null) => ({ id, kind: 'page', parent, z: 'A', name: '' })
    const tower = Array.from({ length: 60 }, (_, i) => group(`g${i}`, i === 0 ? 'p' : `g${i - 1}`))
    const records = [
      page('p', null), page('q', 'p'), group('a', 'b'), group('b', 'a'), rect('self', 'self'),
      rect('child', 'r'), rect('r', 'p'), ...tower, rect('high', 'g59'), rect('r', 'p'),
    ] // prettier-ignore
    const drawing = read(strToU8(JSON.stringify({ ...head, records })))
    const board = new BoardDriver()
    expect(importContent(board.editor.edit, drawing)).not.toBeNull()
    expect(board.replica.document.childIds(null)).toHaveLength(1)
    expect(board.elements().filter(({ kind }) => kind === 'rect')).toHaveLength(1)
    expect(drawing.report.notes[0]).toMatchObject({ name: 'damaged', outcome: 'dropped' })
  })
})

it('a video that is not in the file leaves its first frame, and is reported', async () => {
  const board = new BoardDriver()
  fill(board)
  const read = (id: string) => (id === 'clip' ? Promise.reject(new Error('gone')) : readFile(id))
  const { blob } = await tavlaFile(getJsonPart(board), 'zip', read)
  const drawing = readDrawing({ name: 'board', bytes: new Uint8Array(await blob.arrayBuffer()) })
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  expect(drawing.report.notes).toMatchObject([{ name: 'videoMissing', count: 1 }])
  const placed = place(drawing)
  expect(
    placed.records.filter(({ kind }) => kind === 'image').map(({ file, video }) => [file, video]),
  ).toEqual([
    ['f1', undefined],
    ['f1', undefined],
  ])
})
