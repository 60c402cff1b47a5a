import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasS3, type S3Server, startS3 } from '../../../../../tools/s3-process.ts'
import { createSpace, getCode, person, type Someone } from '../../testing/as.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const storages = hasS3() ? (['server', 'direct'] as const) : (['server'] as const)

describe.each(storages)('large files sent to the %s address', (uploads) => {
  let s3: S3Server | null
  let server: TestServer
  let ada: Someone
  let viewer: Someone
  let stranger: Someone
  let wid: string

  beforeAll(async () => {
    s3 = uploads === 'direct' ? await startS3() : null
    server = await testServer({ env: { ...s3?.env, S3_UPLOADS: uploads } })
    ada = await person(server, 'Ada')
    viewer = await person(server, 'Viewer')
    stranger = await person(server, 'Stranger')
    wid = await createSpace(ada, 'Files', { viewer: [viewer, 'viewer'] })
  })
  afterAll(async () => {
    await server.stop()
    await s3?.dispose()
  })

  const reserve = (filesize: number, hash?: string) =>
    ada.call.file.upload({ query: { wid, filename: 'a.html', type: 'image/png', filesize, hash } })
  const put = async (url: string, body: string | Uint8Array<ArrayBuffer>): Promise<number> => {
    const headers = { 'content-disposition': "attachment; filename*=UTF-8''a.html" }
    return (await fetch(new URL(url, server.url), { method: 'PUT', headers, body })).status
  }
  const page = '<!doctype html><script>alert(1)</script>'

  it('are downloaded from this server, with the type of their content, by those who may', async () => {
    const { id, url } = await reserve(page.length)
    expect(URL.canParse(url)).toBe(uploads === 'direct')
    expect(await getCode(viewer.call.file.download({ query: { id } }))).toBe(4004)
    expect(await put(url, page)).toBe(200)
    expect(await getCode(stranger.call.file.download({ query: { id } }))).toBe(4004)
    const place = await viewer.call.file.download({ query: { id } })
    expect(place).toMatchObject({ type: 'text/html', size: page.length })
    const answer = await fetch(`${server.url}${place.url}`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await answer.text()).toBe(page)
    await put(url, page.replace('alert', 'other'))
    expect(await (await fetch(`${server.url}${place.url}`)).text()).toBe(page)
  })

  it('count, and release their room when they never arrive or are larger than announced', async () => {
    const { id, url } = await reserve(10)
    await put(url, 'more than ten bytes')
    expect(await getCode(ada.call.file.download({ query: { id } }))).toBe(4004)
    const used = async (): Promise<number> => (await ada.call.space.limits()).storage.used
    expect(await used()).toBe(page.length + 10)
    server.clock.advance(86_400_000 + 1)
    await server.cleanup()
    const login = { email: ada.email, password: 'correct horse battery' }
    ada = { ...ada, call: server.as((await server.as(null).auth.login({ body: login })).token) }
    expect(await used()).toBe(page.length)
  })

  it('of somebody who lost the right meanwhile are not taken', async () => {
    const bob = await person(server, 'Bob')
    const space = await createSpace(ada, 'Shared', { editor: [bob, 'editor'] })
    const query = { wid: space, filename: 'b.txt', type: '', filesize: 5 }
    const { id, url } = await bob.call.file.upload({ query })
    await ada.call.space.removeMember({ query: { wid: space, uid: bob.uid } })
    await put(url, 'hello')
    expect(await getCode(ada.call.file.download({ query: { id } }))).toBe(4004)
  })

  it('with a declared hash pass through this server, which compares it', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('hello'))).toString('hex')
    const { url } = await reserve(5, hash)
    expect(URL.canParse(url)).toBe(false)
    expect(await put(url, 'hallo')).toBe(403)
    expect(await put(url, 'hello')).toBe(200)
  })

  it('lose the place where they were taken', async () => {
    const xmp = 'http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="59,20N"/>'
    const photo = `\xff\xd8\xff\xe1\0${String.fromCharCode(xmp.length + 2)}${xmp}\xff\xda\0\x02${'x'.repeat(500)}`
    const { id, url } = await reserve(photo.length)
    expect(await put(url, new Uint8Array(Buffer.from(photo, 'latin1')))).toBe(200)
    const place = await ada.call.file.download({ query: { id } })
    const stored = await (await fetch(`${server.url}${place.url}`)).arrayBuffer()
    expect(Buffer.from(stored).toString('latin1')).toBe(photo.replace('59,20N', '      '))
  })
})
