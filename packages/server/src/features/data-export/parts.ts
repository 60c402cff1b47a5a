import { Readable } from 'node:stream'
import { type BoardRecord, type DocumentView, jsonText, shapesByKind } from '@tavla/canvas/svg'
import type { App } from '../../context.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import { fileKey } from '../../ports/files/port.ts'
import { photoKey } from '../account/index.ts'
import { payWork } from '../boards/index.ts'
import { aboutMe } from './about-me.ts'
import { createPaths } from './paths.ts'

/** A file of the archive. */
export interface ArchivePart {
  readonly path: string
  /** Already compressed: images and videos. */
  readonly isPacked: boolean
  open(): Promise<Readable>
}

const shapes = [...shapesByKind.values()]

/**
 * Contents of an export: account data, own spaces with all files, and the elements the person created in
 * other spaces.
 */
export async function getParts(app: App, account: AccountRow): Promise<ArchivePart[]> {
  const paths = createPaths()
  const { photo, uid } = account
  const parts: ArchivePart[] = [jsonPart('account.json', () => aboutMe(app, account))]
  if (photo) parts.push(storedPart(app, 'photo.jpeg', photoKey(photo)))
  for (const space of await getSpaces(app, uid)) {
    const folder = paths.free(space.owner === uid ? 'spaces' : 'spaces of others', space.name)
    const only = space.owner === uid ? undefined : (record: BoardRecord) => record.by === uid
    parts.push(boardPart(app, space.wid, uid, `${folder}/board.json`, only))
    if (space.owner !== uid) continue
    for (const file of await getFiles(app, space.wid))
      parts.push(storedPart(app, paths.free(`${folder}/files`, file.filename, file.id), fileKey(file.id)))
  }
  return parts
}

function jsonPart(path: string, read: () => Promise<unknown>): ArchivePart {
  const open = async (): Promise<Readable> => Readable.from([`${JSON.stringify(await read(), null, 2)}\n`])
  return { path, isPacked: false, open }
}

/**
 * A stored file that was deleted meanwhile becomes an empty entry, so that the rest can still be exported.
 */
function storedPart(app: App, path: string, key: string): ArchivePart {
  return { path, isPacked: true, open: async () => (await app.files.read(key)) ?? Readable.from([]) }
}

function boardPart(
  app: App,
  wid: string,
  reader: string,
  path: string,
  only: ((record: BoardRecord) => boolean) | undefined,
): ArchivePart {
  const write = async (document: DocumentView | null): Promise<readonly string[]> =>
    document
      ? inSlices(app, jsonText({ document, ids: document.childIds(null), shapes, ...(only && { only }) }))
      : ['null\n']
  const open = async (): Promise<Readable> => {
    await payWork(app, reader, BOARD_WORK)
    return Readable.from(await write(await app.boards.read(wid)))
  }
  return { path, isPacked: false, open }
}

/** Work units for one board, taken from the person's budget in advance. */
const BOARD_WORK = 50_000

/** Steps between which the event loop is released. */
const stepsPerSlice = 1_000

async function inSlices<T>({ clock }: App, steps: Iterator<unknown, T>): Promise<T> {
  for (let n = 1; ; n++) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (n % stepsPerSlice === 0) await clock.nextTask()
  }
}

function getSpaces(app: App, uid: string) {
  return app.db.sql
    .selectFrom('spaces')
    .innerJoin('members', 'members.wid', 'spaces.wid')
    .select(['spaces.wid', 'spaces.name', 'spaces.owner'])
    .where('members.uid', '=', uid)
    .orderBy('spaces.created_at')
    .orderBy('spaces.wid')
    .execute()
}

function getFiles(app: App, wid: string) {
  return app.db.sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select(['files.id', 'files.filename'])
    .where('file_uses.wid', '=', wid)
    .where('files.state', '=', 'stored')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute()
}
