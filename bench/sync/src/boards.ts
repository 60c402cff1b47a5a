import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NodeSqliteWrapper, SQLiteSyncStorage } from '@tldraw/sync-core'
import { createTLSchema } from '@tldraw/tlschema'
import { LeveldbPersistence } from 'y-leveldb'
import * as Y from 'yjs'
import { createKeysBetween } from '../../../packages/canvas/src/document/model/order-keys.ts'
import { encodeEdit } from '../../../packages/canvas/src/model.ts'
import type { Change } from '../../../packages/canvas/src/model.ts'
import { decodeServerFrame, encodeClientFrame } from '../../../packages/contract/src/realtime/index.ts'
import { makeScene, type Scene, type SceneElement } from '../../board/src/scene.ts'
import { tavlaScene } from '../../board/src/tavla-records.ts'
import { call, hello, register, requestTicket } from './peers/tavla.ts'
import { createRecord } from './peers/tldraw-records.ts'
import { RawSocket } from './raw-socket.ts'
import { startServer } from './server-process.ts'

export interface StoredBoard {
  readonly board: string
  readonly token?: string
}

/** Imports a scene into a server's storage with its own means, before the measured server starts. */
export const importBoard: Readonly<Record<string, (folder: string, scene: Scene) => Promise<StoredBoard>>> = {
  tavla: importTavlaBoard,
  async tldraw(folder, scene) {
    const db = new DatabaseSync(join(folder, 'board.db'))
    db.exec('PRAGMA journal_mode = WAL')
    const schema = createTLSchema()
    const keys = createKeysBetween(null, null, scene.elements.length, seeded())
    const state = (record: object): object => ({ state: record, lastChangedClock: 0 })
    const start = [
      { gridSize: 10, name: '', meta: {}, id: 'document:document', typeName: 'document' },
      { meta: {}, id: 'page:page', name: 'Page 1', index: 'a1', typeName: 'page' },
    ]
    const documents = [
      ...start.map(state),
      ...scene.elements.map((element, i) => state(createRecord(element, tldrawKey(i, keys.length)))),
    ]
    const snapshot = { documentClock: 0, tombstones: {}, documents, schema: schema.serialize() }
    new SQLiteSyncStorage({ sql: new NodeSqliteWrapper(db), snapshot: snapshot as never })
    db.close()
    return { board: 'board' }
  },
  async hocuspocus(folder, scene) {
    const db = new DatabaseSync(join(folder, 'hocuspocus.db'))
    db.exec('CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, data BLOB NOT NULL)')
    db.prepare('INSERT INTO documents (name, data) VALUES (?, ?)').run('board', Y.encodeStateAsUpdate(yjsBoard(scene)))
    db.close()
    return { board: 'board' }
  },
  async 'y-websocket'(folder, scene) {
    const store = new LeveldbPersistence(join(folder, 'leveldb'))
    await store.storeUpdate('board', Y.encodeStateAsUpdate(yjsBoard(scene)))
    await store.destroy()
    return { board: 'board' }
  },
}

/** Order keys of the same length as tldraw's generator creates for this count. */
function tldrawKey(i: number, count: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const width = Math.max(1, Math.ceil(Math.log(count) / Math.log(digits.length)))
  let key = ''
  for (let n = i, at = 0; at < width; at += 1, n = Math.floor(n / digits.length)) key = digits[n % digits.length]! + key
  return `${'abcdefgh'[width - 1]!}${key}`
}

/** Elements as plain objects in one map, the most compact form in Yjs; each change writes the whole object. */
export function yjsBoard(scene: Scene): Y.Doc {
  const doc = new Y.Doc()
  const shapes = doc.getMap('shapes')
  doc.transact(() => {
    for (const element of scene.elements) shapes.set(element.id, toPlainObject(element))
  })
  return doc
}

export function toPlainObject({ id, type, x, y, w, h, color, text, points, from, to }: SceneElement): Record<string, unknown> {
  return {
    id,
    kind: type,
    parent: 'page-1',
    z: 'V',
    x,
    y,
    w,
    h,
    r: 0,
    fill: color,
    ...(text === undefined ? {} : { text }),
    // Whole tenths, because Yjs encodes integers in fewer bytes.
    ...(points === undefined ? {} : { points: points.flat().map((value) => Math.round(value * 10)) }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

export function seeded(): () => number {
  let state = 1
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

const recordsPerEdit = 2_000

/** Changes that create the scene, split into edits within the limits. */
export function tavlaChanges(scene: Scene): Change[][] {
  const { records, pieces } = tavlaScene(scene, 'page-1', () => '')
  const edits: Change[][] = []
  for (let at = 0; at < records.length; at += recordsPerEdit) {
    const slice = records.slice(at, at + recordsPerEdit)
    edits.push([
      ...slice.map((record): Change => ({ op: 'put', record })),
      ...slice.flatMap(({ id }): Change[] => {
        const piece = pieces.get(id)
        return piece ? [{ op: 'append', id, n: 0, piece, last: true }] : []
      }),
    ])
  }
  return edits
}

/** Imports through a socket like any edit; the server writes a checkpoint when it stops. */
async function importTavlaBoard(folder: string, scene: Scene): Promise<StoredBoard> {
  const server = await startServer('tavla', { folder })
  const token = await register(server.port, `bench${randomInt(1e9)}`)
  const board = String((await call(server.port, 'POST', '/api/space', token, { name: 'Bench' }))['wid'])
  let answered: (error?: Error) => void = () => undefined
  const socket = await RawSocket.open({
    port: server.port,
    path: '/api/live',
    wants: () => true,
    onMessage(bytes) {
      const received = decodeServerFrame(bytes)
      if (typeof received === 'string') return answered(new Error(received))
      const { t } = received.frame
      if (t === 'welcome' || t === 'ack') answered()
      if (t === 'reject' || t === 'refused') answered(new Error(JSON.stringify(received.frame)))
    },
  })
  const answer = (): Promise<void> =>
    new Promise((resolve, reject) => (answered = (error) => (error ? reject(error) : resolve())))
  const welcome = answer()
  socket.send(hello(await requestTicket(server.port, token), { wid: board }))
  await welcome
  let counter = 0
  for (const changes of tavlaChanges(scene)) {
    counter += 1
    const id = `bring:${counter}`
    const done = answer()
    socket.send(encodeClientFrame({ t: 'edit' }, encodeEdit({ id, base: 1, mark: id, changes }, counter - 1)))
    await done
  }
  socket.close()
  await server.stop()
  return { board, token }
}

export { makeScene }
