import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { getCode, guest, person, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('spaces on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  it('are listed by filter, sorted and paged', async () => {
    const ada = await person(server, 'Lister')
    const bob = await person(server, 'Sharer')
    const names = ['Zebra 10', 'Ärger', 'Zebra 2']
    const wids: string[] = []
    for (const name of names) {
      server.clock.advance(1_000)
      wids.push((await ada.call.space.create({ body: { name } })).wid)
    }
    const shared = await createSpace(bob, 'Shared 100%', { ada: [ada, 'viewer'] })
    const list = async (query: Parameters<typeof ada.call.space.list>[0] = {}) =>
      (await ada.call.space.list(query)).list.map(({ name }) => name)

    expect(await list({ query: { sort: 'name' } })).toEqual(['Ärger', 'Shared 100%', 'Zebra 2', 'Zebra 10'])
    expect(await list({ query: { filter: 'mine' } })).toEqual(['Zebra 2', 'Ärger', 'Zebra 10'])
    expect(await list({ query: { filter: 'shared' } })).toEqual(['Shared 100%'])
    expect(await list({ query: { key: 'ZEBRA', sort: 'created' } })).toEqual(['Zebra 2', 'Zebra 10'])
    expect(await list({ query: { key: 'ärg' } })).toEqual(['Ärger'])
    expect(await list({ query: { key: '0%' } })).toEqual(['Shared 100%'])
    expect(await list({ query: { key: '_' } })).toEqual([])
    const page = await ada.call.space.list({ query: { sort: 'name', start: 1, limit: 2 } })
    expect([page.total, page.list.map(({ name }) => name)]).toEqual([4, ['Shared 100%', 'Zebra 2']])

    await ada.call.space.star({ body: { wid: shared, on: true } })
    await ada.call.space.archive({ body: { wid: wids[0] ?? '', on: true } })
    expect(await list({ query: { filter: 'starred' } })).toEqual(['Shared 100%'])
    expect(await list({ query: { filter: 'archived' } })).toEqual(['Zebra 10'])
    expect((await bob.call.space.info({ query: { wid: shared } })).starred).toBe(false)
  })

  it('show the faces of up to three members, those active last first', async () => {
    const ada = await person(server, 'Facing')
    const wid = (await ada.call.space.create({ body: { name: 'Faces' } })).wid
    const getFaces = async () =>
      (await ada.call.space.list({ query: { key: 'Faces' } })).list.map(({ faces }) =>
        faces.map(({ name }) => name),
      )
    expect(await getFaces()).toEqual([[]])
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    for (const name of ['Fay', 'Finn', 'Flo']) {
      const other = await person(server, name)
      server.clock.advance(60_000)
      await other.call.space.acceptInvite({ body: { token } })
    }
    const active = server.app.db.sql.updateTable('members').set({ active_at: server.clock.now() })
    await active.where('wid', '=', wid).where('role', '=', 'owner').execute()
    const [faces = []] = await getFaces()
    expect(faces[0]).toBe('Facing')
    expect(faces).toHaveLength(3)
  })

  it('start with a template as edits of their owner, translated, with a thumbnail', async () => {
    const ada = await person(server, 'Beginner')
    await ada.call.user.setProfile({ body: { lang: 'sv' } })
    const { list, total } = await ada.call.space.templates()
    expect([total >= 12, list.find(({ id }) => id === 'retrospective')?.name]).toEqual([true, 'Återblick'])
    const { preview } = list[0] ?? { preview: { light: '', dark: '' } }
    const [light, dark] = await Promise.all(
      [preview.light, preview.dark].map((address) => fetch(`${server.url}${address}`)),
    )
    expect([light?.headers.get('content-type'), dark?.status]).toEqual(['image/webp', 200])
    expect(light?.headers.get('etag')).not.toBe(dark?.headers.get('etag'))
    expect((await fetch(`${server.url}${preview.light.replace('.sv.', '.xx.')}`)).status).toBe(404)

    const unknown = ada.call.space.create({ body: { name: 'No', template: 'unknown' } })
    expect(await getCode(unknown)).toBe(4004)
    const { wid } = await ada.call.space.create({ body: { name: 'Retro', template: 'retrospective' } })
    const board = await server.app.boards.read(wid)
    const records = (board?.childIds('page-1') ?? []).map((id) => board?.get(id))
    expect(JSON.stringify(records)).toContain('Gick bra')
    expect(new Set(records.map((record) => record?.by))).toEqual(new Set([ada.uid]))
  })

  it('are limited to three on the free plan, without the trash and other people’s', async () => {
    const { call } = await person(server, 'Three')
    const wids = []
    for (const name of ['1', '2', '3']) wids.push((await call.space.create({ body: { name } })).wid)
    const fourth = () => call.space.create({ body: { name: '4' } })
    await expect(fourth()).rejects.toMatchObject({ code: 4042, data: { limit: 3, used: 3 } })
    await call.space.remove({ query: { wid: wids[0] ?? '' } })
    expect(await getCode(fourth())).toBe(200)
    expect(await getCode(call.space.restore({ body: { wid: wids[0] ?? '' } }))).toBe(4042)
    const { limits } = { limits: await call.space.limits() }
    expect(limits.spaces).toEqual({ limit: 3, used: 3 })
  })

  it('stay within the plan when many are created at once', async () => {
    const { call } = await person(server, 'Hasty')
    const made = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((name) => getCode(call.space.create({ body: { name } }))),
    )
    expect(made.filter((code) => code === 200)).toHaveLength(3)
    expect(made.filter((code) => code === 4042)).toHaveLength(3)
  })

  it('count duplicated files against the plan, also concurrently', async () => {
    const { call } = await person(server, 'Copier')
    const { wid } = await call.space.create({ body: { name: 'Full' } })
    const filesize = 18 * 1024 * 1024
    for (const filename of ['1', '2', '3', '4', '5'])
      await call.file.upload({ query: { wid, filename, filesize, type: 'application/pdf' } })
    const copies = ['Copy', 'Another'].map((name) => call.space.duplicate({ body: { wid, name } }))
    const made = await Promise.allSettled(copies)
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = made.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({
      reason: { code: 4042, data: { reason: 'storage', used: 10 * filesize } },
    })
    expect((await call.space.limits()).storage.used).toBe(10 * filesize)
    expect((await call.space.list({ query: {} })).total).toBe(2)
  })

  it('are limited to one trial space for guests, which stays theirs', async () => {
    const visitor = await guest(server, 'Trial')
    const { wid } = await visitor.call.space.create({ body: { name: 'Trial' } })
    expect((await visitor.call.space.limits()).spaces).toEqual({ limit: 1, used: 1 })
    expect(await getCode(visitor.call.space.create({ body: { name: 'Second' } }))).toBe(4034)
    expect(await getCode(visitor.call.space.duplicate({ body: { wid } }))).toBe(4034)
    const grown = await visitor.call.auth.upgradeGuest({
      body: { email: 'trial@example.com', password: 'correct horse', name: 'Grown' },
    })
    expect(await server.as(grown.token).space.info({ query: { wid } })).toMatchObject({ role: 'owner' })
  })

  it('stay in the trash for thirty days, visible to admins only, and are then deleted', async () => {
    const owner = await person(server, 'Trasher')
    const admin = await person(server, 'Keeper')
    const viewer = await person(server, 'Onlooker')
    const wid = await createSpace(owner, 'Old', { admin: [admin, 'admin'], viewer: [viewer, 'viewer'] })
    expect(await getCode(owner.call.space.remove({ query: { wid, forever: '1' } }))).toBe(4000)
    await admin.call.space.remove({ query: { wid } })
    expect(await getCode(viewer.call.space.info({ query: { wid } }))).toBe(4004)
    expect((await viewer.call.space.list({ query: { filter: 'trash' } })).total).toBe(0)
    expect(await getCode(admin.call.space.rename({ body: { wid, name: 'No' } }))).toBe(4004)
    expect(
      (await admin.call.space.list({ query: { filter: 'trash' } })).list.map((space) => space.wid),
    ).toEqual([wid])
    expect(await getCode(admin.call.space.remove({ query: { wid, forever: '1' } }))).toBe(4003)
    expect((await admin.call.space.restore({ body: { wid } })).trashedAt).toBeNull()
    await owner.call.space.remove({ query: { wid } })
    expect(await getCode(owner.call.space.remove({ query: { wid, forever: '1' } }))).toBe(200)
    expect(await getCode(owner.call.space.info({ query: { wid } }))).toBe(4004)

    const left = await createSpace(owner, 'Forgotten')
    await owner.call.space.remove({ query: { wid: left } })
    server.clock.advance(29 * DAY_MS)
    await server.cleanup()
    const rows = () => server.app.db.sql.selectFrom('spaces').select('wid').where('wid', '=', left).execute()
    expect(await rows()).toHaveLength(1)
    server.clock.advance(2 * DAY_MS)
    await server.cleanup()
    expect(await rows()).toHaveLength(0)
  })

  it('are sorted into own folders, which nobody else sees', async () => {
    const owner = await person(server, 'Sorter')
    const other = await person(server, 'Other')
    const wid = await createSpace(owner, 'Filed', { other: [other, 'viewer'] })
    const { list } = await owner.call.space.setFolders({
      body: { list: [{ name: 'Work', wids: [wid, 'unknown'] }] },
    })
    expect(list).toMatchObject([{ name: 'Work', wids: [wid] }])
    const [folder] = list
    expect(folder?.boards).toBe(1)
    await owner.call.space.archive({ body: { wid, on: true } })
    expect((await owner.call.space.folders()).list).toEqual([{ ...folder, boards: 0 }])
    await owner.call.space.archive({ body: { wid, on: false } })
    expect((await owner.call.space.info({ query: { wid } })).folder).toBe(folder?.id)
    expect((await other.call.space.info({ query: { wid } })).folder).toBeNull()
    const stolen = await other.call.space.setFolders({
      body: { list: [{ id: folder?.id, name: 'Mine', wids: [wid] }] },
    })
    expect(stolen.list[0]?.id).not.toBe(folder?.id)
    expect((await owner.call.space.folders()).list).toEqual(list)
    const stored = await owner.call.space.setFolders({
      body: { list: [{ id: folder?.id, name: 'Play', wids: [] }] },
    })
    expect(stored.list).toEqual([{ id: folder?.id, name: 'Play', wids: [], boards: 0 }])
  })

  it('have covers that are re-encoded, at most 500 px wide', async () => {
    const owner = await person(server, 'Painter')
    const wid = await createSpace(owner, 'Photo')
    const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c22' } })
      .png()
      .toBuffer()
    const file = Object.assign(new Blob([new Uint8Array(png)]), { name: 'big.png' })
    const { photo } = await owner.call.space.setPhoto({ body: { wid }, file })
    const answer = await fetch(`${server.url}${photo ?? ''}`)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const stored = await sharp(await answer.arrayBuffer()).metadata()
    expect([stored.format, stored.width, stored.height]).toEqual(['jpeg', 500, 167])

    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'])
    expect(await getCode(owner.call.space.setPhoto({ body: { wid }, file: svg }))).toBe(4000)
    expect(await getCode(owner.call.space.setPhoto({ body: { wid, photo: 'unknown' } }))).toBe(4000)
    expect((await owner.call.space.setPhoto({ body: { wid, photo: 'dawn' } })).photo).toContain('/dawn.svg')
    expect((await fetch(`${server.url}${photo ?? ''}`)).status).toBe(404)
    expect(await owner.call.space.removePhoto({ query: { wid, auto: '1' } })).toMatchObject({
      photo: null,
      photoAuto: true,
    })
  })

  it('pass to their claimant when the owner stays away, and stay when the owner returns', async () => {
    const owner = await person(server, 'Gone')
    const editor = await person(server, 'Claimer')
    const wid = await createSpace(owner, 'Orphan', { editor: [editor, 'editor'] })
    const again = async () =>
      server.as(
        (
          await server
            .as(null)
            .auth.login({ body: { email: editor.email, password: 'correct horse battery' } })
        ).token,
      )
    await expect(editor.call.space.claim({ body: { wid } })).rejects.toMatchObject({
      code: 4003,
      data: { reason: 'owner_present' },
    })
    server.clock.advance(61 * DAY_MS)
    expect((await (await again()).space.claim({ body: { wid } })).state).toBe('waiting')
    await server.settle()
    await server.as(null).auth.login({ body: { email: owner.email, password: 'correct horse battery' } })
    server.clock.advance(15 * DAY_MS)
    await server.settle()
    expect((await (await again()).space.info({ query: { wid } })).owner.uid).toBe(owner.uid)

    server.clock.advance(61 * DAY_MS)
    await (await again()).space.claim({ body: { wid } })
    server.clock.advance(15 * DAY_MS)
    const announced = (await server.emails()).filter(
      ({ to, subject }) => to === owner.email && subject.includes('take over'),
    )
    expect(announced.length).toBeGreaterThanOrEqual(3)
    expect((await (await again()).space.info({ query: { wid } })).owner.uid).toBe(editor.uid)
  })
})
