import { seededRandom } from '@tavla/canvas/testing'
import { lifetimes } from '@tavla/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasS3, type S3Server, startS3 } from '../../../../../tools/s3-process.ts'
import { fileKey } from '../../ports/files/port.ts'
import { boardAt } from '../../realtime/testing/board-at.ts'
import type { Tab } from '../../realtime/testing/tab.ts'
import { createSpace, person, signedInAgain, type Someone } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { openTabs } from '../../testing/tabs.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { collectUnusedFiles } from './unused.ts'

const DAY_MS = 86_400_000
/** The test's clock stands before this, the real one after it. */
const REAL = Date.UTC(2026, 8, 1)
const places = [
  ...engineNames.map((engine) => ({ engine, storage: 'a folder' as const })),
  ...(hasS3() ? [{ engine: 'sqlite' as const, storage: 'a bucket' as const }] : []),
]

describe.each(places)('files of deleted elements on $engine and in $storage', ({ engine, storage }) => {
  let server: TestServer
  let s3: S3Server | null = null
  let ada: Someone
  const { getTab, leaveAll } = openTabs(() => server)

  beforeAll(async () => {
    s3 = storage === 'a bucket' ? await startS3() : null
    server = await testServer({ engine, env: { ...s3?.env } })
  })
  // Free plans have few boards each.
  beforeEach(async ({ task }) => {
    ada = await person(server, task.id.replaceAll(/\W/g, ''))
  })
  afterEach(leaveAll)
  afterAll(async () => {
    await server.stop()
    await s3?.dispose()
  })

  /** Rooms live in real time: what they have just written gets the time of the test's clock. */
  async function stamp(wid: string): Promise<void> {
    for (const table of ['journal', 'checkpoints'] as const)
      await server.app.db.sql
        .updateTable(table)
        .set({ time: server.clock.now() })
        .where('wid', '=', wid)
        .where('time', '>', REAL)
        .execute()
  }
  /** A copy writes a checkpoint, and what it copies to does not matter. */
  async function checkpoint(wid: string): Promise<void> {
    await server.app.boards.copy(wid, 'nowhere', '').catch(() => undefined)
    await stamp(wid)
  }
  async function pass(days: number): Promise<void> {
    leaveAll()
    server.clock.advance(days * DAY_MS)
    await server.cleanup()
    await server.settle()
    ada = await signedInAgain(server, ada)
  }
  const passWeeks = async (weeks: number): Promise<void> => {
    for (let week = 0; week < weeks; week++) await pass(7.5)
  }
  async function upload(wid: string, content = 'picture'): Promise<string> {
    const file = new Blob([content])
    const query = { id: wid, filename: 'a.png', type: 'image/png', filesize: file.size }
    return (await ada.call.file.uploadDirect({ query, file })).id
  }
  async function isStored(id: string): Promise<boolean> {
    const row = await server.app.db.sql
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    const bytes = await server.app.files.read(fileKey(id))
    bytes?.destroy()
    expect(bytes !== null, 'the bytes are there exactly as long as the row').toBe(row !== undefined)
    return row !== undefined
  }
  let made = 0
  /** Puts an image on the board; returns its id. */
  async function place(tab: Tab, file: string): Promise<string> {
    const id = `image-${++made}`
    const answer = await tab.edit([{ op: 'put', record: image(id, file) }])
    expect(answer.t).toBe('ack')
    return id
  }
  /** Two keyframes after whatever was deleted, so that the history before them can be trimmed. */
  async function moveOn(wid: string): Promise<void> {
    for (let i = 0; i < 2; i++) {
      await (await getTab(ada, wid)).put(`later-${++made}`)
      await checkpoint(wid)
      await pass(2)
    }
  }

  it('are deleted a month after their history, and give back their room', async () => {
    const wid = await createSpace(ada, 'Gone')
    const [shown, removed, never] = [await upload(wid), await upload(wid), await upload(wid)]
    const tab = await getTab(ada, wid)
    await place(tab, shown)
    const id = await place(tab, removed)
    await tab.edit([{ op: 'remove', ids: [id] }])
    await checkpoint(wid)
    await moveOn(wid)
    await passWeeks(3)
    expect(await Promise.all([shown, removed, never].map(isStored))).toEqual([true, true, true])
    await passWeeks(2)
    expect(await Promise.all([shown, removed, never].map(isStored))).toEqual([true, true, false])
    await passWeeks(9)
    expect(await Promise.all([shown, removed, never].map(isStored))).toEqual([true, false, false])
    expect((await ada.call.space.limits({ query: { wid } })).storage.used).toBe('picture'.length)
  })

  it('stay while another board shows them, or somebody suggests them', async () => {
    const [wid, other] = [await createSpace(ada, 'From'), await createSpace(ada, 'To')]
    const [pasted, suggested] = [await upload(wid), await upload(wid)]
    const tab = await getTab(ada, wid)
    const ids = [await place(tab, pasted), await place(tab, suggested)]
    await tab.edit([{ op: 'remove', ids }])
    await place(await getTab(ada, other), pasted)
    const { id, kind: shape, parent, z, ...fields } = image(`image-${++made}`, suggested)
    const placed = { ...fields, parent, z }
    const suggestion = {
      id: 'idea',
      kind: 'suggestion',
      parent,
      z,
      action: 'add',
      target: id,
      shape,
      fields: placed,
    }
    expect(await tab.edit([{ op: 'put', record: suggestion }])).toMatchObject({ t: 'ack' })
    await checkpoint(wid)
    await moveOn(wid)
    await passWeeks(20)
    expect(await Promise.all([pasted, suggested].map(isStored))).toEqual([true, true])
    await (await getTab(ada, wid)).edit([{ op: 'remove', ids: ['idea'] }])
    await checkpoint(wid)
    await moveOn(wid)
    await passWeeks(20)
    expect(await Promise.all([pasted, suggested].map(isStored))).toEqual([true, false])
  })

  it('stay when an edit names one between the search for unused files and their deletion', async () => {
    const [wid, read] = [await createSpace(ada, 'Named late'), await createSpace(ada, 'Read meanwhile')]
    const [named, never] = [await upload(wid), await upload(wid)]
    await (await getTab(ada, wid)).put(`r-${++made}`)
    // Marked as unused, and a month passes without a cleanup.
    await pass(1)
    leaveAll()
    server.clock.advance(31 * DAY_MS)
    ada = await signedInAgain(server, ada)
    await (await getTab(ada, read)).put(`r-${++made}`)
    const tab = await getTab(ada, wid)
    let isPlaced = false
    const { app } = server
    const past = {
      ...app.boards.past,
      async *ids(board: string, after: number) {
        if (board === read) isPlaced = (await place(tab, named)) !== ''
        yield* app.boards.past.ids(board, after)
      },
    }
    await collectUnusedFiles({ ...app, boards: { ...app.boards, past } })
    await server.settle()
    expect(isPlaced).toBe(true)
    expect(await Promise.all([named, never].map(isStored))).toEqual([true, false])
    await passWeeks(8)
    expect(await isStored(named)).toBe(true)
  })

  it('stay while their board is in the trash, and while a board cannot be read', async () => {
    const wid = await createSpace(ada, 'Trash')
    const file = await upload(wid)
    await place(await getTab(ada, wid), file)
    await checkpoint(wid)
    await pass(1)
    await ada.call.space.remove({ query: { wid } })
    await passWeeks(3)
    expect(await isStored(file)).toBe(true)
    await ada.call.space.restore({ body: { wid } })

    const unread = await createSpace(ada, 'Unread')
    const unplaced = await upload(unread)
    await (await getTab(ada, unread)).put('a')
    await stamp(unread)
    leaveAll()
    const { sql } = server.app.db
    const [row] = await sql.selectFrom('journal').select('bytes').where('wid', '=', unread).execute()
    await sql
      .updateTable('journal')
      .set({ bytes: new Uint8Array([9]) })
      .where('wid', '=', unread)
      .execute()
    await passWeeks(8)
    expect(await Promise.all([file, unplaced].map(isStored))).toEqual([true, true])
    await sql.updateTable('journal').set({ bytes: row!.bytes }).where('wid', '=', unread).execute()
    await pass(1)
    expect(await Promise.all([file, unplaced].map(isStored))).toEqual([true, false])
  })

  it.each([1, 2])('are never missing from a version that can be shown (seed %i)', async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const wids = [await createSpace(ada, `One ${seed}`), await createSpace(ada, `Two ${seed}`)]
    const files: string[] = []
    const onBoards = new Map(wids.map((wid) => [wid, [] as string[]]))
    const removals: { wid: string; id: string; seq: number }[] = []
    const checkVersions = async (count: number): Promise<void> => {
      for (const wid of wids) {
        const { first, head } = await ada.call.space.timeline({ query: { wid } })
        const versions = Array.from(
          { length: count },
          () => first + Math.floor(random() * (head - first + 1)),
        )
        for (const seq of new Set([...versions, head]))
          for (const file of listFiles(await boardAt(ada, wid, seq)))
            expect(await isStored(file), `${file} of version ${seq}`).toBe(true)
      }
    }
    for (let step = 0; step < 45; step++) {
      const wid = pick(wids)!
      const [file, image, removal] = [pick(files), pick(onBoards.get(wid)!), pick(removals)]
      const tab = await getTab(ada, wid)
      switch (Math.floor(random() * 6)) {
        case 0:
          files.push(await upload(wid))
          break
        case 1:
          if (file !== undefined && (await isStored(file))) onBoards.get(wid)!.push(await place(tab, file))
          break
        case 2: {
          const answer = image === undefined ? null : await tab.edit([{ op: 'remove', ids: [image] }])
          if (image === undefined || answer?.t !== 'ack') break
          onBoards.set(
            wid,
            onBoards.get(wid)!.filter((id) => id !== image),
          )
          removals.push({ wid, id: image, seq: answer.seq })
          break
        }
        case 3:
          if (removal === undefined) break
          await (
            await getTab(ada, removal.wid)
          ).edit([{ op: 'restore', ids: [removal.id], removedAt: removal.seq }])
          break
        case 4:
          await tab.put(`r-${seed}-${step}`)
          await checkpoint(wid)
          break
        default:
          for (const each of wids) await stamp(each)
          await pass(1 + Math.floor(random() * 25))
          await checkVersions(2)
      }
    }
    await checkVersions(20)
    for (const wid of wids) {
      const state = await boardAt(ada, wid, (await ada.call.space.timeline({ query: { wid } })).head)
      const ids = [...state.ids()].filter((id) => state.get(id)?.kind === 'image')
      if (ids.length > 0) await (await getTab(ada, wid)).edit([{ op: 'remove', ids }])
      await checkpoint(wid)
      await moveOn(wid)
    }
    await passWeeks(Math.ceil((2 * lifetimes.unusedFileMs + 30 * DAY_MS) / (7 * DAY_MS)) + 3)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect(await isStored(file)).toBe(false)
  })
})

const image = (id: string, file: string) => ({
  ...{ id, kind: 'image', parent: 'page-1', z: 'V', x: 0, y: 0, w: 10, h: 10, r: 0 },
  ...{
    opacity: 1,
    file,
    naturalW: 1,
    naturalH: 1,
    crop: null,
    flipX: false,
    flipY: false,
    radius: 0,
    alt: '',
  },
})

function listFiles(state: Awaited<ReturnType<typeof boardAt>>): readonly string[] {
  return [...state.ids()].flatMap((id) => {
    const file = state.get(id)?.['file']
    return typeof file === 'string' ? [file] : []
  })
}
