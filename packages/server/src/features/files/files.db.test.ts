import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maxVideoBytes } from '@tavla/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { fileToken } from './urls.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(engineNames)('files on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let viewer: Someone
  let stranger: Someone
  let wid: string
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
    viewer = await person(server, 'Viewer')
    stranger = await person(server, 'Stranger')
    wid = await createSpace(ada, 'Files', { viewer: [viewer, 'viewer'] })
  })
  afterAll(() => server.stop())

  const direct = (bytes: Uint8Array | string, filename: string, type = 'image/png') => {
    const file = new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)])
    return ada.call.file.uploadDirect({ query: { id: wid, filename, type, filesize: file.size }, file })
  }
  const named = { 'content-disposition': "attachment; filename*=UTF-8''a.png" }
  const put = (url: string, bytes: Uint8Array | string, headers: Readonly<Record<string, string>> = named) =>
    fetch(`${server.url}${url}`, {
      method: 'PUT',
      headers,
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    })

  it('are returned byte for byte, with the type of their content', async () => {
    const { id, url } = await direct(PNG, 'Bild "ä".png', 'text/html')
    const place = await viewer.call.file.download({ query: { id } })
    expect(place).toMatchObject({ filename: 'Bild "ä".png', type: 'image/png', size: PNG.length })
    for (const address of [url, place.url]) {
      const answer = await fetch(`${server.url}${address}`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('content-disposition')).toBe(
        "inline; filename*=UTF-8''Bild%20%22%C3%A4%22.png",
      )
    }
    const part = await fetch(`${server.url}${place.url}`, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${PNG.length}`,
    ])
  })

  it.each([
    [
      'a script in an SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['a page that says it is a GIF', 'GIF8<html><script>alert(1)</script>', 'text/html'],
    ['a document', '%PDF-1.4\n', 'application/pdf'],
  ])('never run: %s is only saved', async (_name, content, type) => {
    const { id, url } = await direct(content, 'x.png', 'image/png')
    expect((await viewer.call.file.download({ query: { id } })).type).toBe(type)
    const { headers } = await fetch(`${server.url}${url}`)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  it('are stored at a reserved URL, once, with the announced bytes', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', PNG)).toString('hex')
    const reserve = (filesize: number, announced?: string) =>
      ada.call.file.upload({
        query: { wid, filename: 'a.png', type: 'image/png', filesize, hash: announced },
      })
    const place = await reserve(PNG.length, hash)
    expect(await getCode(ada.call.file.download({ query: { id: place.id } }))).toBe(4004)
    for (const unnamed of [
      {},
      { 'content-disposition': 'attachment' },
      { 'content-disposition': 'filename=' },
    ])
      expect((await put(place.url, PNG, unnamed)).status).toBe(403)
    expect((await put(place.url, PNG)).status).toBe(200)
    const again = await put(place.url, 'again, since the answer was lost')
    expect([again.status, await again.json()]).toMatchObject([409, { code: 4017 }])
    expect((await ada.call.file.download({ query: { id: place.id } })).size).toBe(PNG.length)

    const small = await reserve(10)
    expect((await put(small.url, 'more than ten bytes')).status).toBe(413)
    const other = await reserve(PNG.length, hash)
    expect((await put(other.url, 'x'.repeat(PNG.length))).status).toBe(403)
    const forged = await reserve(5)
    expect((await put(forged.url.replace(/s=./, 's=!'), 'hello')).status).toBe(403)
    expect((await put(forged.url.replace(forged.id, small.id), 'hello')).status).toBe(403)
    server.clock.advance(86_400_000)
    expect((await put(forged.url, 'hello')).status).toBe(403)
  })

  const ascii = (text: string) => Buffer.from(text, 'latin1')
  const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
  const box = (type: string, ...data: readonly Buffer[]) =>
    Buffer.concat([u32(8 + Buffer.concat(data).length), ascii(type), ...data])
  const xmp = ascii('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="59,20N" tiff:Make="Camera"/>')
  const photo = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, xmp.length + 2]),
    xmp,
    Buffer.from([0xff, 0xda, 0, 2]),
    Buffer.alloc(3_000_000, 7),
  ])
  const video = (free: number) =>
    Buffer.concat([
      box('ftyp', ascii('isom'), u32(512), ascii('isomiso2mp41')),
      box('mdat', Buffer.alloc(3_000_000, 7)),
      box(
        'moov',
        box('mvhd', u32(1)),
        free ? box('free', Buffer.alloc(free)) : box('udta', box('\u00a9xyz', ascii('+59.32+018.06/'))),
      ),
    ])

  it.each([
    ['a photo', 'a.jpg', photo, Buffer.from(photo.toString('latin1').replace('59,20N', '      '), 'latin1')],
    ['a video', 'a.mp4', video(0), video(8 + 14)],
  ])(
    'lose the place where they were taken, whichever program sends them: %s',
    async (_, filename, sent, expected) => {
      ada = { ...ada, ...(await again(ada)) }
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', sent)).toString('hex')
      const query = { wid, filename, type: '', filesize: sent.length, hash }
      const place = await ada.call.file.upload({ query })
      expect((await put(place.url, sent)).status).toBe(200)
      const { id } = await direct(sent, filename)
      for (const each of [place.id, id]) {
        const { url, size } = await ada.call.file.download({ query: { id: each } })
        const stored = Buffer.from(await (await fetch(`${server.url}${url}`)).arrayBuffer())
        expect([size, stored.equals(expected)]).toEqual([sent.length, true])
      }
    },
  )

  it('lose the place where they were taken, as AVIF of another program', async () => {
    ada = { ...ada, ...(await again(ada)) }
    const sent = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#c4472b' } })
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 19/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="59,19N" by="Ada"/></x:xmpmeta>')
      .avif()
      .toBuffer()
    const { id } = await direct(sent, 'a.avif', 'image/avif')
    const { url } = await ada.call.file.download({ query: { id } })
    const answer = await fetch(`${server.url}${url}`)
    const stored = Buffer.from(await answer.arrayBuffer())
    expect([answer.headers.get('content-type'), stored.length]).toEqual(['image/avif', sent.length])
    const latitude = Buffer.from([59, 0, 0, 0, 1, 0, 0, 0, 19])
    expect([sent.includes(latitude), sent.includes('59,19N')]).toEqual([true, true])
    expect([stored.includes(latitude), stored.includes('59,19N')]).toEqual([false, false])
    const { exif, xmp } = await sharp(stored).metadata()
    expect([exif?.includes('Camera'), xmp?.includes('by="Ada"')]).toEqual([true, true])
    const pixels = await sharp(stored).raw().toBuffer()
    expect(pixels.equals(await sharp(sent).raw().toBuffer())).toBe(true)
  })

  it('are refused before they are sent, if they are videos above the limit', async () => {
    ada = { ...ada, ...(await again(ada)) }
    const reserve = (filename: string, filesize: number) =>
      getCode(ada.call.file.upload({ query: { wid, filename, type: 'video/mp4', filesize } }))
    // A plan whose own limit for a file is higher.
    const { sql } = server.app.db
    const now = server.clock.now()
    const grant = { uid: ada.uid, plan: 'team', seats: 1, ends_at: now + 1_000, created_at: now } as const
    await sql.insertInto('plan_grants').values(grant).execute()
    expect(await reserve('a.MP4', maxVideoBytes + 1)).toBe(4052)
    expect(await reserve('a.zip', maxVideoBytes + 1)).toBe(200)
    expect(await reserve('a.mp4', maxVideoBytes)).toBe(200)
    await sql.deleteFrom('plan_grants').where('uid', '=', ada.uid).execute()
    await sql.deleteFrom('files').where('size', '>=', maxVideoBytes).execute()
  })

  it('keep the first upload, if two use one URL concurrently', async () => {
    ada = { ...ada, ...(await again(ada)) }
    const place = await ada.call.file.upload({
      query: { wid, filename: 'a.txt', type: '', filesize: 5 },
    })
    const texts = ['first', 'other']
    const statuses = await Promise.all(texts.map(async (text) => (await put(place.url, text)).status))
    expect(statuses.toSorted()).toEqual([200, 409])
    const { url } = await ada.call.file.download({ query: { id: place.id } })
    expect(await (await fetch(`${server.url}${url}`)).text()).toBe(texts[statuses.indexOf(200)])
  })

  it('are for people of their space, or for the holder of a token for just that file', async () => {
    ada = { ...ada, ...(await again(ada)) }
    viewer = { ...viewer, ...(await again(viewer)) }
    stranger = { ...stranger, ...(await again(stranger)) }
    const { id } = await direct(PNG, 'a.png')
    const { id: another } = await direct(PNG, 'b.png')
    expect(await getCode(stranger.call.file.download({ query: { id } }))).toBe(4004)
    expect(await getCode(server.as(null).file.download({ query: { id } }))).toBe(4004)
    expect(await getCode(ada.call.file.download({ query: { id: 'unknown' } }))).toBe(4004)
    const t = fileToken(server.app, id, viewer.uid, server.clock.now() + 60_000)
    expect(await getCode(server.as(null).file.download({ query: { id, t } }))).toBe(200)
    expect(await getCode(server.as(null).file.download({ query: { id: another, t } }))).toBe(4017)
    expect(await getCode(ada.call.file.download({ query: { id, t: ada.token } }))).toBe(4017)
    expect(await getCode(server.as(t).file.download({ query: { id } }))).toBe(4004)
    server.clock.advance(60_000)
    expect(await getCode(server.as(null).file.download({ query: { id, t } }))).toBe(4017)
  })

  it('have URLs that are valid for ten minutes', async () => {
    const { url } = await direct(PNG, 'a.png')
    server.clock.advance(599_000)
    expect((await fetch(`${server.url}${url}`)).status).toBe(200)
    server.clock.advance(1_000)
    expect((await fetch(`${server.url}${url}`)).status).toBe(404)
  })

  it('never exceed the plan, also concurrently, and release what was never sent', async () => {
    const owner = await person(server, 'Full')
    const space = await createSpace(owner, 'Full')
    const mebibyte = 1 << 20
    const reserve = (filesize: number) =>
      owner.call.file.upload({ query: { wid: space, filename: 'big', type: '', filesize } })
    await expect(reserve(21 * mebibyte)).rejects.toMatchObject({ code: 4052, data: { reason: 'file' } })
    const codes = await Promise.all(Array.from({ length: 14 }, () => getCode(reserve(20 * mebibyte))))
    expect(codes.filter((code) => code === 200)).toHaveLength(10)
    await expect(reserve(1)).rejects.toMatchObject({ code: 4052, data: { reason: 'storage' } })
    server.clock.advance(86_400_000 + 1)
    await server.cleanup()
    const { token } = await server
      .as(null)
      .auth.login({ body: { email: owner.email, password: 'correct horse battery' } })
    expect((await server.as(token).space.limits()).storage.used).toBe(0)
  })

  it('are stored under random names, readable by the owner only, and deleted with their space', async () => {
    ada = { ...ada, ...(await again(ada)) }
    const folder = join(server.app.config.dataDir, 'files')
    const stored = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const lone = await createSpace(ada, 'Lone')
    const before = new Set(stored().map(({ name }) => name))
    const file = new Blob(['only here'])
    await ada.call.file.uploadDirect({
      query: { id: lone, filename: '..secret.txt', type: '', filesize: 9 },
      file,
    })
    const mine = stored().find(({ name }) => !before.has(name))
    expect(mine?.name).toMatch(/^[0-9a-f]{62}$/)
    const path = join(mine?.parentPath ?? '', mine?.name ?? '')
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['only here', 0o600])
    await ada.call.space.remove({ query: { wid: lone } })
    await ada.call.space.remove({ query: { wid: lone, forever: '1' } })
    await server.settle()
    expect(stored().some(({ name }) => name === mine?.name)).toBe(false)
  })

  /** Signed in anew: the clock has run past the first session. */
  async function again({ email }: Someone) {
    const { token } = await server.as(null).auth.login({ body: { email, password: 'correct horse battery' } })
    return { token, call: server.as(token) }
  }
})
