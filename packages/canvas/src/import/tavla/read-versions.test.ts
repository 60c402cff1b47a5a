import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { versionLimits } from '../../document/codec/board-file.ts'
import type { Change } from '../../document/model/change.ts'
import { encodePiece } from '../../document/model/stroke-points.ts'
import type { DocumentView, RecordId } from '../../document/model/record.ts'
import { BoardState } from '../../document/state/state.ts'
import { readKinds } from '../../document/kinds/kinds.ts'
import { runToEnd } from '../../document/model/sliced-work.ts'
import { type ExportedVersions, getMaxVersions } from '../../export/board-data/package-versions.ts'
import { tavlaFile } from '../../export/board-data/tavla-file.ts'
import { renameVersions, restoreVersion } from '../../history/version-restoration.ts'
import { shapes } from '../../shapes/index.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { boardKinds } from '../../testing/board-room.ts'
import { isImportFailure } from '../import-failure.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { readDrawing } from '../read-drawing.ts'
import { fill, getStructure, place, put, readFile } from './testing/full-board.ts'

const time = '2026-11-26T10:00:00.000Z'

/** The board as it is now, which later edits do not change. */
function copy(document: DocumentView): BoardState {
  const state = new BoardState()
  for (const id of document.ids())
    state.write(id, { record: document.get(id)!, clock: {}, pieces: document.pieces(id), open: false })
  return state
}

const patch = (id: string, fields: Readonly<Record<string, unknown>>): Change => ({ op: 'patch', id, fields })
const remove = (...ids: string[]): Change => ({ op: 'remove', ids })
const piece = encodePiece([
  { x: 3, y: 4, pressure: 1 },
  { x: 5, y: 6, pressure: 1 },
])
/** What is done between the versions: every kind of change, to locked elements too. */
const steps: readonly (readonly Change[])[] = [
  [
    patch('ellipse', { x: 300, y: 310 }),
    patch('sticky', { size: 20 }),
    { op: 'text', id: 'sticky', steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'Neu ' }] } }] }, // prettier-ignore
    patch('diamond', { parent: 'page' }),
    { op: 'put', record: { id: 'outer', kind: 'group', parent: 'page', z: 'Q' } },
    patch('line', { parent: 'outer' }),
    put('rect', 'inner', 'outer', 'B'),
    patch('frame', { lock: null }),
    remove('rect', 'video'),
    { op: 'put', record: { id: 'page3', kind: 'page', parent: null, z: 'Zz', name: 'Dritte' } },
    put('pen', 'pen2', 'page3', 'A'),
    { op: 'append', id: 'pen2', n: 0, piece, last: true },
    put('image', 'later', 'page3', 'B', { file: 'f1', naturalW: 40, naturalH: 30 }),
  ],
  [
    put('rect', 'rect', 'frame', 'A', { fill: 'red' }),
    { op: 'put', record: { id: 'b3', kind: 'binding', parent: 'arrow', z: 'A', end: 'start', target: 'rect', u: 0, v: 0 } }, // prettier-ignore
    patch('group', { lock: 'editor' }),
    remove('page2'),
  ],
  [
    patch('group', { lock: null }),
    patch('frame', { x: 900, lock: 'editor' }),
    remove('arrow', 'sticky', 'outer'),
    patch('page3', { z: 'A' }),
  ],
]

/** A board with a version before each of the steps. */
function createBoard() {
  const board = new BoardDriver()
  fill(board)
  const { document } = board.replica
  const states: BoardState[] = []
  for (const step of steps) {
    states.push(copy(document))
    if (!board.editor.edit.apply(step)) throw new Error(JSON.stringify(board.events.at(-1)))
  }
  const versions: ExportedVersions = {
    list: states.map((_, i) => ({ name: `Stand ${i + 1}`, time, by: i === 0 ? 'Ada' : '' })),
    read: (index) => Promise.resolve(states[index]!),
  }
  return { board, states: [...states, copy(document)], versions }
}

async function getPackage({ board, versions }: Pick<ReturnType<typeof createBoard>, 'board' | 'versions'>) {
  const { document } = board.replica
  const part = { document, ids: document.childIds(null), shapes }
  const file = await tavlaFile(part, 'zip', readFile, {}, versions)
  return { ...file, bytes: new Uint8Array(await file.blob.arrayBuffer()) }
}

function read(bytes: Uint8Array): ImportedDrawing {
  const drawing = readDrawing({ name: 'board.tavla', bytes })
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  return drawing
}

/** Restores the versions and the board as a person does who imports them; returns the structure after each. */
function restoreAll(board: BoardDriver, drawing: ImportedDrawing): readonly unknown[] {
  const { document, actor } = board.replica
  const createId = () => board.editor.view.random.id()
  const all = renameVersions([...(drawing.versions ?? []), drawing], createId)
  let replaced: readonly RecordId[] = [...document.ids()]
  return all.map((version, i) => {
    const request = {
      present: document,
      kinds: readKinds(boardKinds),
      actor: actor.peek(),
      version,
      replaced,
    }
    const { changes, left } = runToEnd(restoreVersion(request))
    expect(left).toEqual([])
    expect(board.replica.edit(changes, `version${i}`)).toBeUndefined()
    replaced = [...version.ids.values()]
    return getStructure(document)
  })
}

describe('a package with named versions', () => {
  it('gives the same board at each of them and at the end, with the same records', async () => {
    const made = createBoard()
    const drawing = place(read((await getPackage(made)).bytes))
    expect(drawing.report.notes).toEqual([])
    expect(drawing.versions?.map(({ name }) => name)).toEqual(['Stand 1', 'Stand 2', 'Stand 3'])
    const other = new BoardDriver({ uid: 'other', seed: 7 })
    expect(restoreAll(other, drawing)).toEqual(made.states.map(getStructure))
  })

  it('names a record that stays, or comes back, the same in all versions', async () => {
    const drawing = read((await getPackage(createBoard())).bytes)
    let count = 0
    const [first, second, third] = renameVersions(drawing.versions ?? [], () => `n${++count}`)
    expect(first!.ids.get('ellipse')).toBe(third!.ids.get('ellipse'))
    expect(first!.ids.get('rect')).toBe(third!.ids.get('rect'))
    expect(second!.ids.get('rect')).toBeUndefined()
  })

  it('takes records without fields that have a default, as other programs may write them', async () => {
    const made = createBoard()
    const files = unzipSync((await getPackage(made)).bytes)
    for (const name of Object.keys(files).filter(
      (path) => path.endsWith('.json') && path !== 'versions.json',
    )) {
      const board = JSON.parse(strFromU8(files[name]!)) as { records: Record<string, unknown>[] }
      board.records.forEach((record) => delete record['opacity'])
      files[name] = strToU8(JSON.stringify(board))
    }
    const other = new BoardDriver({ uid: 'other', seed: 7 })
    restoreAll(other, place(read(zipSync(files))))
    await other.settle()
    expect(getStructure(other.replica.document)).toEqual(getStructure(made.board.replica.document))
  })

  it('is undone version by version, down to the page that was there', async () => {
    const made = createBoard()
    const drawing = place(read((await getPackage(made)).bytes))
    const other = new BoardDriver({ uid: 'other', seed: 7 })
    const before = getStructure(other.replica.document)
    restoreAll(other, drawing)
    await other.settle()
    for (const state of made.states.toReversed()) {
      expect(getStructure(other.replica.document)).toEqual(getStructure(state))
      other.replica.undo()
    }
    expect(getStructure(other.replica.document)).toEqual(before)
  })

  it('stores a file once for all versions, and lists them with who named them when', async () => {
    const files = unzipSync((await getPackage(createBoard())).bytes)
    expect(Object.keys(files).filter((name) => name.startsWith('assets/'))).toEqual([
      'assets/1.png',
      'assets/2.mp4',
    ])
    expect(JSON.parse(strFromU8(files['versions.json']!))).toEqual([
      { name: 'Stand 1', time, by: 'Ada', path: 'versions/1.json' },
      { name: 'Stand 2', time, by: '', path: 'versions/2.json' },
      { name: 'Stand 3', time, by: '', path: 'versions/3.json' },
    ])
    const assets = (name: string) => (JSON.parse(strFromU8(files[name]!)) as { assets: unknown }).assets
    expect(assets('versions/1.json')).toContainEqual({ id: 'f1', type: 'image/png', path: 'assets/1.png' })
    expect(assets('board.json')).toEqual([{ id: 'f1', type: 'image/png', path: 'assets/1.png' }])
  })

  it('is the same file each time', async () => {
    const made = createBoard()
    expect((await getPackage(made)).bytes).toEqual((await getPackage(made)).bytes)
  })

  it('can be cancelled, and its progress never goes back', async () => {
    const { board, versions } = createBoard()
    const { document } = board.replica
    const part = { document, ids: document.childIds(null), shapes }
    const shares: number[] = []
    const onProgress = (share: number) => void shares.push(share)
    await tavlaFile(part, 'zip', readFile, { onProgress }, versions)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBeCloseTo(1)
    const controller = new AbortController()
    const readAndCancel: ExportedVersions = {
      list: versions.list,
      read(index, work) {
        controller.abort()
        return versions.read(index, work)
      },
    }
    await expect(
      tavlaFile(part, 'zip', readFile, { signal: controller.signal }, readAndCancel),
    ).rejects.toThrow()
  })

  it('leaves off versions that are too large together', async () => {
    expect([getMaxVersions(0), getMaxVersions(10_000), getMaxVersions(300_000)]).toEqual([100, 25, 0])
    const { board, versions } = createBoard()
    const large = Object.assign(copy(board.replica.document), {})
    Object.defineProperty(large, 'size', { value: versionLimits.records })
    const readLarge: ExportedVersions = {
      list: versions.list,
      read: (index, work) => (index === 1 ? Promise.resolve(large) : versions.read(index, work)),
    }
    const file = await getPackage({ board, versions: readLarge })
    expect(file.missingVersions).toBe(1)
    expect(read(file.bytes).versions?.map(({ name }) => name)).toEqual(['Stand 1', 'Stand 3'])
  })
})

/** The package with other contents of some files. */
async function getChanged(change: (files: Record<string, Uint8Array>) => void): Promise<ImportedDrawing> {
  const files = unzipSync((await getPackage(createBoard())).bytes)
  change(files)
  return read(zipSync(files))
}

const setList = (list: unknown) => (files: Record<string, Uint8Array>) => {
  files['versions.json'] = strToU8(JSON.stringify(list))
}
const entry = { name: 'Stand', time, by: '', path: 'versions/1.json' }

describe('a damaged or hostile list of versions', () => {
  it.each([
    ['no list', setList({ length: 3 }), 0, 'versionDamaged', 1],
    [
      'no JSON',
      (files: Record<string, Uint8Array>) => void (files['versions.json'] = strToU8('[{')),
      0,
      'versionDamaged',
      1,
    ],
    ['longer than a list can be', setList(Array(300_000).fill(entry)), 0, 'versionDamaged', 1],
    ['nothing in it', setList([]), 0, undefined, 0],
    ['entries of another form', setList([1, null, { ...entry, name: 3 }, entry]), 1, 'versionDamaged', 3],
    ['an empty name', setList([{ ...entry, name: ' \n' }]), 0, 'versionDamaged', 1],
    ['a path outside', setList([{ ...entry, path: 'versions/../board.json' }]), 0, 'versionDamaged', 1],
    ['a missing file', setList([{ ...entry, path: 'versions/9.json' }, entry]), 1, 'versionDamaged', 1],
    ['too many', setList(Array(120).fill(entry)), 100, 'manyVersions', 20],
  ])('%s', async (_, change, count, name, noted) => {
    const { versions = [], records, report } = await getChanged(change)
    expect(versions).toHaveLength(count)
    expect(records.length).toBeGreaterThan(5)
    expect(report.notes.map((note) => [note.name, note.count])).toEqual(name ? [[name, noted]] : [])
  })

  it.each([
    ['no board', '{}', 'versionDamaged', 2],
    ['cut off', '{"format":"tavla","version":2,"rec', 'versionDamaged', 2],
    ['a newer version', '{"format":"tavla","version":9,"records":[]}', 'versionDamaged', 2],
    ['no page', '{"format":"tavla","version":2,"records":[]}', 'versionDamaged', 2],
    [
      'broken elements',
      '{"format":"tavla","version":2,"records":[{"id":"p","kind":"page","parent":null,"z":"A","name":""},{"id":"x","kind":"rect","parent":"p","z":"A"}]}',
      'versionIncomplete',
      3,
    ],
    [
      'more records than all versions may have',
      `{"format":"tavla","version":2,"records":[${'0,'.repeat(versionLimits.records)}0]}`,
      'manyVersions',
      2,
    ],
  ])('a version with %s costs no other one', async (_, text, name, count) => {
    const { versions = [], report } = await getChanged((files) => {
      files['versions/2.json'] = strToU8(text)
    })
    expect(versions).toHaveLength(count)
    expect(report.notes).toMatchObject([{ name, count: 1 }])
  })

  it('a version whose bytes are damaged costs no other one', async () => {
    const { bytes } = await getPackage(createBoard())
    const files = unzipSync(bytes)
    const whole = zipSync(files)
    const name = strToU8('versions/2.json')
    const at = whole.findIndex((_, i) => name.every((byte, n) => whole[i + n] === byte))
    for (let i = 0; i < 40; i++) whole[at + name.length + i] = 0xff
    const { versions = [], report } = read(whole)
    expect(versions.map((version) => version.name)).toEqual(['Stand 1', 'Stand 3'])
    expect(report.notes).toMatchObject([{ name: 'versionDamaged', count: 1 }])
  })

  it('a package bomb among the versions is not unpacked', async () => {
    const { versions = [], report } = await getChanged((files) => {
      files['versions/2.json'] = new Uint8Array(40_000_000)
    })
    expect(versions).toHaveLength(2)
    expect(report.notes).toMatchObject([{ name: 'manyVersions', count: 1 }])
  })

  it('an element whose kind or holder changes is another element', async () => {
    const drawing = await getChanged((files) => {
      const text = strFromU8(files['versions/2.json']!)
      files['versions/2.json'] = strToU8(text.replaceAll('"kind":"ellipse"', '"kind":"diamond"'))
    })
    const board = new BoardDriver({ uid: 'other', seed: 7 })
    const structures = restoreAll(board, place(drawing))
    expect(structures).toHaveLength(4)
  })
})
