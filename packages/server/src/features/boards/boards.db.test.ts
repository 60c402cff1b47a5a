import { AsyncLocalStorage } from 'node:async_hooks'
import { richTextFromPlain } from '@tavla/canvas/model'
import { type Calls, calls } from '@tavla/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Context } from '../../context.ts'
import { rect, type Tab } from '../../realtime/testing/tab.ts'
import { person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { countStatements } from '../../testing/statements.ts'
import { openTabs } from '../../testing/tabs.ts'
import { authenticate } from '../account/index.ts'
import { listSpaces } from '../spaces/list-spaces.ts'
import { prepareSearch } from './prepare-search.ts'

describe.each(engineNames)('boards on %s', (engine) => {
  let server: TestServer
  const { getTab, leaveAll } = openTabs(() => server)
  beforeAll(async () => {
    server = await testServer({ engine })
    await server.settle()
  })
  afterEach(leaveAll)
  afterAll(() => server.stop())

  const write = (tab: Tab, id: string, text: string, more: object = {}) =>
    tab.put(id, { fill: 'blue', fillStyle: 'solid', w: 900, h: 500, text: richTextFromPlain(text), ...more })

  const job = () =>
    server.app.db.sql.selectFrom('promises').select('id').where('kind', '=', 'boards.look').execute()

  /** Everything that was edited is looked at. */
  async function quiet(): Promise<void> {
    await expect.poll(job).not.toEqual([])
    server.clock.advance(61_000)
    await server.settle()
  }

  const get = (address: string | null, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${address ?? ''}`, { headers })
  const getThumb = async (who: Someone, wid: string) => (await who.call.space.info({ query: { wid } })).thumb

  it('are drawn once they are quiet: two quick edits are one drawing, a later one another', async () => {
    const ada = await person(server, 'Drawer')
    const wid = await createSpace(ada, 'Drawn')
    expect(await getThumb(ada, wid)).toBeNull()
    const tab = await getTab(ada, wid)
    const draw = vi.spyOn(server.app.drawings, 'withBoard')
    await write(tab, 'a', 'One')
    await write(tab, 'b', 'Two', { x: 1_000 })
    await quiet()
    expect(draw).toHaveBeenCalledTimes(1)
    const first = await getThumb(ada, wid)
    const answer = await get(first)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const picture = await sharp(await answer.arrayBuffer()).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', 640, 400])
    const stored = await get(first, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(stored.status).toBe(304)

    await tab.edit([{ op: 'patch', id: 'a', fields: { fill: 'red' } }])
    await quiet()
    const second = await getThumb(ada, wid)
    expect(second).not.toBe(first)
    expect((await get(first)).status).toBe(404)
    await tab.edit([{ op: 'remove', ids: ['a', 'b'] }])
    await quiet()
    expect(await getThumb(ada, wid)).toBeNull()
    draw.mockRestore()
  })

  it('have the author of the last edit', async () => {
    const ada = await person(server, 'Owner')
    const bob = await person(server, 'Editor')
    const wid = await createSpace(ada, 'Edited', { bob: [bob, 'editor'] })
    const changedBy = async () => (await ada.call.space.info({ query: { wid } })).changedBy
    expect(await changedBy()).toBeUndefined()
    await write(await getTab(bob, wid), 'a', 'One')
    expect(await changedBy()).toEqual({ uid: bob.uid, name: 'Editor' })
    // A new name is no edit: its time would belong to nobody.
    const { updatedAt } = await ada.call.space.info({ query: { wid } })
    await ada.call.space.rename({ body: { wid, name: 'Renamed' } })
    const later = server.app.db.sql.updateTable('spaces').set({ updated_at: Date.parse(updatedAt) + 60_000 })
    await later.where('wid', '=', wid).execute()
    expect(await ada.call.space.info({ query: { wid } })).toMatchObject({
      updatedAt,
      changedBy: { uid: bob.uid },
    })
  })

  it('are shown to members only, each by its own URL, and can become the space’s cover', async () => {
    const ada = await person(server, 'Shower')
    const bob = await person(server, 'Guesser')
    const wid = await createSpace(ada, 'Seen', { bob: [bob, 'viewer'] })
    await write(await getTab(ada, wid), 'a', 'Secret')
    await quiet()
    const address = (await getThumb(bob, wid)) ?? ''
    expect((await get(address)).status).toBe(200)
    const findSession = (url: string | null) => /n=[^&]+/.exec(url ?? '')?.[0] ?? ''
    for (const wrong of [
      address.replace(findSession(address), findSession(await getThumb(ada, wid))),
      address.replace(/g=\d+/, 'g=1'),
      address.replace(/s=.*/, 's=x'),
      address.replace('/picture/', '/photo/'),
      address.replace(/e=\d+/, 'e=99999999999999'),
    ])
      expect([wrong === address, (await get(wrong)).status]).toEqual([false, 404])
    const photo = (await bob.call.space.info({ query: { wid } })).photo
    expect((await get(photo)).headers.get('content-type')).toBe('image/jpeg')
    const without = await ada.call.space.removePhoto({ query: { wid, auto: '0' } })
    expect([without.photo, without.photoAuto]).toEqual([null, false])

    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect((await get(address)).status).toBe(404)
    const mine = await getThumb(ada, wid)
    await ada.call.space.remove({ query: { wid } })
    await ada.call.space.remove({ query: { wid, forever: '1' } })
    await server.settle()
    expect((await get(mine)).status).toBe(404)
  })

  it('are found by their text, with its position, character by character', async () => {
    const ada = await person(server, 'Searcher')
    const bob = await person(server, 'Stranger')
    const wid = await createSpace(ada, 'Plans')
    const other = await createSpace(bob, 'Others')
    const tab = await getTab(ada, wid)
    await write(tab, 'a', 'Grüße aus\nMünchen: 100% "sicher", a_b')
    await write(tab, 'b', 'מצגת וגם عرض تقديمي')
    await write(await getTab(bob, other), 'a', 'München')
    await quiet()
    const find = async (key: string, who = ada) => (await who.call.space.list({ query: { key } })).list
    const [space] = await find('munchen')
    expect([space?.wid, space?.match?.page, space?.match?.element]).toEqual([wid, 'page-1', 'a'])
    const { text, from, to } = space?.match ?? { text: '', from: 0, to: 0 }
    expect([text, text.slice(from, to)]).toEqual(['Grüße aus München: 100% "sicher", a_b', 'München'])
    for (const key of ['GRÜSSE', 'gruss', '100%', '"sicher"', 'r", a', 'ü', 'a_', 'عرض', 'מצגת'])
      expect([key, (await find(key)).length]).toEqual([key, 1])
    for (const key of ['1%0', 'a%b', 'axb', 'sicher*', 'NEAR', 'munchen OR x', '%%%', '___'])
      expect([key, (await find(key)).length]).toEqual([key, 0])
    expect((await find('plan'))[0]?.match).toBeUndefined()

    const copy = await ada.call.space.duplicate({ body: { wid } })
    await server.settle()
    expect(new Set((await find('munchen')).map((one) => one.wid))).toEqual(new Set([wid, copy.wid]))
    expect((await find('munchen', bob)).map((one) => one.wid)).toEqual([other])
    await ada.call.space.remove({ query: { wid: copy.wid } })
    await ada.call.space.remove({ query: { wid: copy.wid, forever: '1' } })

    await tab.edit([{ op: 'remove', ids: ['a'] }])
    await quiet()
    expect(await find('munchen')).toEqual([])
    await ada.call.space.remove({ query: { wid } })
    expect(await find('عرض')).toEqual([])
    const inTrash = await ada.call.space.list({ query: { key: 'عرض', filter: 'trash' } })
    expect(inTrash.list.map((one) => one.wid)).toEqual([wid])
    await ada.call.space.remove({ query: { wid, forever: '1' } })
    const { sql } = server.app.db
    expect(await sql.selectFrom('board_texts').select('id').where('wid', '=', wid).execute()).toEqual([])
  })

  it('from before are indexed gradually, and so are jobs of a stopped server', async () => {
    const ada = await person(server, 'Older')
    const wid = await createSpace(ada, 'Before')
    const tab = await getTab(ada, wid)
    await tab.edit([{ op: 'put', record: rect('a', { w: 900, h: 500 }) }])
    await quiet()
    const { sql } = server.app.db
    await sql.deleteFrom('board_looks').where('wid', '=', wid).execute()
    const before = await getThumb(ada, wid)
    await server.cleanup()
    server.clock.advance(60_000)
    await server.settle()
    expect(await getThumb(ada, wid)).not.toBe(before)

    // The look may be another process's work: this one must not wait for it for ever.
    await write(tab, 'b', 'one')
    await expect.poll(job).toHaveLength(1)
    server.clock.advance(180_000)
    await write(tab, 'c', 'two')
    await expect.poll(job).toHaveLength(2)
    await quiet()
  })

  it('report at start what is missing if the database forbids creating the index', async () => {
    const laterWordIndex = () => ['create extension no_such_extension']
    const db = { dialect: { ...server.app.db.dialect, laterWordIndex }, sql: server.app.db.sql }
    await prepareSearch({ db, log: server.app.log })
    expect(server.log.filter((line) => line.includes('create extension pg_trgm'))).toHaveLength(1)
  })

  it('take as many statements in a list of two thousand as in one of two', async () => {
    const ada = await person(server, 'Collector')
    const small = await createSpace(ada, 'Space one')
    const { sql } = server.app.db
    const actor = await authenticate(server.app, ada.token)
    if (!actor) throw new Error('Nobody is signed in')
    const ctx = { app: server.app, actor } as Context<Calls['space']['list']>
    const elsewhere = AsyncLocalStorage.snapshot()
    const background: number[] = []
    const statements = (input: { limit: number; key?: string }): Promise<number> => {
      const query = calls.space.list.query.parse(input)
      return countStatements(server.app.db, async () => {
        // As leases, rooms and jobs do while a call is answered, more of them each time.
        background.push(background.length)
        for (const _ of background) elsewhere(() => void sql.selectFrom('nodes').selectAll().execute())
        await listSpaces(ctx, query)
      })
    }
    const counts = async () => [
      await statements({ limit: 48 }),
      await statements({ limit: 48, key: 'space' }),
    ]
    const before = await counts()
    const source = await sql
      .selectFrom('spaces')
      .selectAll()
      .where('wid', '=', small)
      .executeTakeFirstOrThrow()
    const member = await sql
      .selectFrom('members')
      .selectAll()
      .where('wid', '=', small)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < 2_000; at += 200) {
      const wids = Array.from({ length: 200 }, (_, i) => `many-${engine}-${at + i}`)
      await sql
        .insertInto('spaces')
        .values(
          wids.map((wid, i) => ({ ...source, wid, name: `Space ${at + i}`, name_key: `space ${at + i}` })),
        )
        .execute()
      await sql
        .insertInto('members')
        .values(wids.map((wid) => ({ ...member, wid })))
        .execute()
    }
    const all = await ada.call.space.list({ query: { limit: 48 } })
    expect([all.total, all.list.length]).toEqual([2_001, 48])
    expect(await counts()).toEqual(before)
    expect(before[0]).toBeGreaterThan(2)
    expect((await ada.call.space.list({ query: { key: 'space 1999' } })).total).toBe(1)
  })
})
