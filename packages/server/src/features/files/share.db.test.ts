import { afterAll, afterEach, beforeAll, beforeEach, expect, it, describe } from 'vitest'
import { createSpace, getCode, person, type Someone } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { openTabs } from '../../testing/tabs.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe.each(engineNames)('files that are put on another board, on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bo: Someone
  let eve: Someone
  const { getTab, leaveAll } = openTabs(() => server)

  beforeAll(async () => {
    server = await testServer({ engine })
  })
  // Free plans have few boards each.
  beforeEach(async ({ task }) => {
    const names = ['ada', 'bo', 'eve'].map((name) => `${name}${task.id.replaceAll(/\W/g, '')}`)
    ;[ada, bo, eve] = (await Promise.all(names.map((name) => person(server, name)))) as [
      Someone,
      Someone,
      Someone,
    ]
  })
  afterEach(leaveAll)
  afterAll(() => server.stop())

  async function upload(wid: string, content = 'picture'): Promise<string> {
    const file = new Blob([content])
    const query = { id: wid, filename: 'a.png', type: 'image/png', filesize: file.size }
    return (await ada.call.file.uploadDirect({ query, file })).id
  }
  let made = 0
  async function place(who: Someone, wid: string, files: object): Promise<void> {
    const tab = await getTab(who, wid)
    const record = {
      ...{ id: `image-${++made}`, kind: 'image', parent: 'page-1', z: 'V', x: 0, y: 0, w: 10, h: 10, r: 0 },
      ...{ opacity: 1, naturalW: 1, naturalH: 1, crop: null, flipX: false, flipY: false, radius: 0, alt: '' },
      ...files,
    }
    expect(await tab.edit([{ op: 'put', record }])).toMatchObject({ t: 'ack' })
    await server.settle()
  }
  const canRead = async (who: Someone, id: string): Promise<boolean> =>
    (await getCode(who.call.file.download({ query: { id } }))) === 200

  it('can be read by its people, and count for its owner', async () => {
    const from = await createSpace(ada, 'From')
    const to = await createSpace(ada, 'To', { viewer: [bo, 'viewer'] })
    const [image, video, other] = [await upload(from), await upload(from, 'film'), await upload(from)]
    expect(await canRead(bo, image)).toBe(false)
    const before = (await ada.call.space.limits()).storage.used
    await place(ada, to, { file: image, video })
    expect(await Promise.all([image, video, other].map((id) => canRead(bo, id)))).toEqual([true, true, false])
    expect((await ada.call.space.limits()).storage.used - before).toBe('picturefilm'.length)
    await place(ada, to, { file: image })
    expect((await ada.call.space.limits()).storage.used - before).toBe('picturefilm'.length)
    await ada.call.space.remove({ query: { wid: from } })
    expect(await canRead(bo, image)).toBe(true)
  })

  it('stay private when the one who names them could not read them', async () => {
    const secret = await createSpace(ada, 'Secret')
    const image = await upload(secret)
    const own = await createSpace(eve, 'Own', { viewer: [bo, 'viewer'] })
    await place(eve, own, { file: image })
    expect([await canRead(eve, image), await canRead(bo, image)]).toEqual([false, false])
  })

  it('are not shared when there is no room for them', async () => {
    const from = await createSpace(ada, 'Large')
    const image = await upload(from)
    const to = await createSpace(bo, 'Full', { editor: [ada, 'editor'] })
    await server.app.db.sql
      .updateTable('files')
      .set({ size: 300 << 20 })
      .where('id', '=', image)
      .execute()
    await place(ada, to, { file: image })
    expect(await canRead(bo, image)).toBe(false)
    await server.app.db.sql.updateTable('files').set({ size: 7 }).where('id', '=', image).execute()
    await place(ada, to, { file: image })
    expect(await canRead(bo, image)).toBe(true)
  })
})
