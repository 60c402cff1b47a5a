import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4472b' } })

describe.each(engineNames)('a profile on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let visitor: Someone
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
    visitor = await guest(server, 'Passing')
  })
  afterAll(() => server.stop())

  const send = (bytes: Uint8Array<ArrayBuffer> | Buffer, name = 'me.jpeg', type = 'image/jpeg') =>
    ada.call.user.setPhoto({ file: new File([Uint8Array.from(bytes)], name, { type }) })
  const getPhoto = async (address: string | null) => {
    const answer = await fetch(`${server.url}${address ?? ''}`)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('has a photo that is re-encoded small, without metadata', async () => {
    const jpeg = await picture(1200, 900)
      .withExif({ IFD0: { Artist: 'Somebody at home' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('Somebody at home')).toBe(true)
    const markup = Buffer.from('<script>alert(1)</script>')
    const { photo } = await send(Buffer.concat([jpeg, markup]), 'me.html', 'text/html')
    const { answer, bytes } = await getPhoto(photo)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 500,
      height: 375,
      exif: undefined,
    })
    for (const left of ['Somebody at home', '<script>']) expect(bytes.includes(left)).toBe(false)

    const next = await send(await picture(10, 20).png().toBuffer(), 'me.png', 'image/png')
    expect((await getPhoto(photo)).answer.status).toBe(404)
    expect((await ada.call.auth.loggedin({ token: ada.token })).photo).toBe(next.photo)
    expect(await ada.call.user.removePhoto()).toEqual({ photo: null })
    expect((await getPhoto(next.photo)).answer.status).toBe(404)
  })

  it('refuses a photo that is not an image, or that decompresses to too much', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    const whole = await picture(300, 300).jpeg().toBuffer()
    const bomb = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.byteLength).toBeLessThan(500_000)
    for (const [what, bytes] of [
      ['text', Buffer.from('hello')],
      ['nothing', Buffer.alloc(0)],
      ['an SVG', Buffer.from(svg)],
      ['half a picture', whole.subarray(0, whole.length / 2)],
      ['a picture of 81 million pixels', bomb],
    ] as const)
      expect(await getCode(send(bytes)), what).toBe(4000)
    expect((await ada.call.auth.loggedin({ token: ada.token })).photo).toBeNull()
  })

  it('has a name and options from lists, in the requested language', async () => {
    expect(await ada.call.user.rename({ body: { name: 'Ada L' } })).toMatchObject({ name: 'Ada L' })
    for (const name of ['', ' ', 'x'.repeat(61)])
      expect(await getCode(ada.call.user.rename({ body: { name } })), name).toBe(4000)
    const { occupations, staffNumbers, trades } = ada.call.user
    for (const ask of [occupations, staffNumbers, trades]) {
      const [en, de, sv] = await Promise.all(
        ['en', 'de-AT', 'sv'].map(async (lang) => (await ask({ query: { lang } })).list),
      )
      expect(new Set([en, de, sv].map((list) => JSON.stringify(list))).size).toBe(3)
      for (const list of [de, sv]) expect(list?.map(({ id }) => id)).toEqual(en?.map(({ id }) => id))
    }
    const chosen = { occupation: 'design', staffNum: '2-10', trade: 'media', lang: 'de' }
    expect(await ada.call.user.setProfile({ body: chosen })).toMatchObject({ ...chosen, name: 'Ada L' })
    // Without being asked for, the account's language counts.
    expect((await occupations()).list).toContainEqual({ id: 'education', name: 'Bildung' })
    const wrong = ada.call.user.setProfile({ body: { occupation: 'pirate', trade: 'software' } })
    await expect(wrong).rejects.toMatchObject({
      code: 4000,
      data: { fields: { occupation: 'is not in the list' } },
    })
    expect(await ada.call.auth.loggedin({ token: ada.token })).toMatchObject(chosen)
  })

  it('stores steps of the tour, merged and within 4 KiB', async () => {
    await ada.call.user.setGuide({ body: { board: 'done', share: 'skipped' } })
    const { guide } = await ada.call.user.setGuide({ body: { share: 'done' } })
    expect(guide).toEqual({ board: 'done', share: 'done' })
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_step, at) => [`step-${at}`, 'done' as const]),
    )
    expect(await getCode(ada.call.user.setGuide({ body: many }))).toBe(4000)
    expect((await ada.call.auth.loggedin({ token: ada.token })).guide).toEqual(guide)
  })

  it('continues on the free plan, which changes no price', async () => {
    const before = await ada.call.user.vip()
    expect(before).toMatchObject({ userStatus: 'free', sub_type: 'free', remainTime: null })
    expect(await ada.call.user.goOnFree()).toMatchObject({ freeClick: true })
    expect(await ada.call.user.vip()).toEqual(before)
    expect(await visitor.call.user.vip()).toMatchObject({ userStatus: 'guest' })
  })

  it('stores settings as text, if they can be parsed', async () => {
    const { call } = await person(server, 'Fresh')
    expect(await call.user.settings()).toEqual({ settings: '{}' })
    const settings = '{"theme": "dark",  "odd": [1]}'
    expect(await call.user.setSettings({ body: { settings } })).toEqual({ settings })
    for (const wrong of ['{', `"${'x'.repeat(64 * 1024)}"`])
      expect(await getCode(call.user.setSettings({ body: { settings: wrong } }))).toBe(4000)
    expect(await call.user.settings()).toEqual({ settings })
  })

  it('sets notification preferences, and leaves others unchanged', async () => {
    const { call } = await person(server, 'Told')
    expect(await call.user.notifyConfig()).toMatchObject({
      channels: { inApp: true, email: true },
      digest: 'none',
    })
    const types = { '1005': { inApp: true, email: false } }
    await call.user.setNotifyConfig({ body: { types } })
    const changed = await call.user.setNotifyConfig({ body: { digest: 'daily' } })
    expect(changed).toMatchObject({ channels: { inApp: true, email: true }, types, digest: 'daily' })
    expect(await call.user.notifyConfig()).toEqual(changed)
  })

  it('shows others the person without an address, unless they administrate a shared space', async () => {
    const [owner, member] = [await person(server, 'Owner'), await person(server, 'Member')]
    const seen = (who: Someone, of: Someone) => who.call.user.info({ query: { uid: of.uid } })
    expect(await getCode(seen(owner, member))).toBe(4004)
    await createSpace(owner, 'Shared', { member: [member, 'editor'] })
    expect(await seen(member, owner)).toEqual({
      uid: owner.uid,
      name: 'Owner',
      photo: null,
      kind: 'full',
      email: null,
    })
    expect(await seen(owner, member)).toMatchObject({ email: member.email })
    expect(await seen(member, member)).toMatchObject({ email: member.email, hasPassword: true })
  })

  it('accepts feedback and log lines with and without a session, as text', async () => {
    const anyone = server.as(null).user
    const content = '<b>Nice</b>\nAgain'
    await ada.call.user.sendFeedback({ body: { content, kind: 'idea', page: '/app/dashboard' } })
    await anyone.sendFeedback({ body: { content, email: 'me@example.com' } })
    await anyone.log({ body: { level: 'error', log: 'x'.repeat(8 * 1024) } })
    expect(await getCode(anyone.log({ body: { level: 'error', log: 'x'.repeat(8 * 1024 + 1) } }))).toBe(4000)
    expect(await getCode(anyone.sendFeedback({ body: { content: '' } }))).toBe(4000)
    const { sql } = server.app.db
    const feedback = await sql.selectFrom('feedback').select(['uid', 'content', 'email']).execute()
    expect(feedback).toHaveLength(2)
    expect(feedback).toEqual(
      expect.arrayContaining([
        { uid: ada.uid, content, email: null },
        { uid: null, content, email: 'me@example.com' },
      ]),
    )
    expect(await sql.selectFrom('client_logs').select(['uid', 'level']).execute()).toEqual([
      { uid: null, level: 'error' },
    ])
    expect(server.log.join('')).not.toContain('Nice')
  })
})
