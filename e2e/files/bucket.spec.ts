import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hasS3, startS3, type S3Server } from '../../tools/s3-process.ts'
import { BoardChrome } from '../pages/board-chrome.ts'
import { expect, onceAWorker, test as base } from '../pages/test.ts'
import { startServer, type TestServer } from '../server.ts'

interface Bucket {
  readonly s3: S3Server
  readonly server: TestServer
  dispose(): Promise<void>
}

async function startBucket(): Promise<Bucket> {
  const s3 = await startS3()
  const server = await startServer({ env: { ...s3.env, S3_UPLOADS: 'direct' } })
  return {
    s3,
    server,
    async dispose() {
      await server.dispose()
      await s3.dispose()
    },
  }
}

const test = base.extend<object, { bucket: Bucket }>({
  bucket: [onceAWorker(startBucket), { scope: 'worker' }],
  server: async ({ bucket }, use) => use(bucket.server),
})

/** Writes a photo of more than 8 MiB that says where it was taken. */
async function writePhoto(path: string): Promise<void> {
  const [width, height] = [2000, 1800]
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0, value = 1; i < pixels.length; i++) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0
    pixels[i] = value >>> 24
  }
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 19/1 0/1' },
      IFD0: { Make: 'Camera of the test' },
    })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toFile(path)
}

/** Whether the latitude is in the file: degrees and minutes as fractions. */
const namesPlace = (bytes: Buffer): boolean => bytes.includes(Buffer.from([59, 0, 0, 0, 1, 0, 0, 0, 19]))

// "npm run s3" builds the server, with Go.
if (hasS3())
  test('a large photo goes from the page straight to the bucket, without its place, and others see it', async ({
    people,
    visit,
    bucket,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tavla-photo-'))
    const path = join(folder, 'photo.jpg')
    await writePhoto(path)
    const photo = await readFile(path)
    expect([photo.length > 8 << 20, namesPlace(photo)]).toEqual([true, true])
    const ada = await people.member('Ada')
    const bo = await people.member('Bo')
    const wid = await people.space(ada, 'Photos', [[bo, 'viewer']])
    const board = new BoardChrome(ada.page)
    await visit(ada.page, `/whiteboard?w=${wid}`)
    await board.shown()
    const sent = ada.page.waitForResponse((response) => response.request().method() === 'PUT')
    await ada.page.getByTestId('pick-files').setInputFiles(path)
    const answer = await sent
    expect([new URL(answer.url()).origin, answer.status()]).toEqual([bucket.s3.env['S3_ENDPOINT'], 200])
    await expect.poll(async () => (await board.values('file'))[0]).toMatch(/^[0-9a-z]{20}$/)
    await board.saved()

    const id = String((await board.values('file'))[0])
    const place = await bo.api.file.download({ query: { id } })
    expect(place).toMatchObject({ type: 'image/jpeg', size: photo.length })
    const stored = Buffer.from(await (await fetch(`${bucket.server.url}${place.url}`)).arrayBuffer())
    expect([stored.length, namesPlace(stored), stored.includes('Camera of the test')]).toEqual([
      photo.length,
      false,
      true,
    ])
    rmSync(folder, { recursive: true })
    await visit(bo.page, `/whiteboard?w=${wid}`)
    const shown = bo.page.waitForResponse((response) => response.url().includes('/api/file/get/'))
    expect((await shown).status()).toBe(200)
  })
