import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasS3, type S3Server, startS3 } from '../../../../../tools/s3-process.ts'
import { readConfig } from '../../config.ts'
import { createFiles } from './create.ts'
import { FilesUnavailable, FileTooLarge, type Files } from './port.ts'

const storages = hasS3() ? (['a folder', 'a bucket'] as const) : (['a folder'] as const)
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content)

describe.each(storages)('files in %s', (storage) => {
  let directory: string
  let s3: S3Server | null
  let files: Files

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tavla-files-'))
    s3 = storage === 'a bucket' ? await startS3() : null
    const env = {
      DATA_DIR: directory,
      ...s3?.env,
      ...(s3 && { S3_UPLOADS: 'direct', S3_PREFIX: 'board/files' }),
    }
    files = await createFiles(readConfig(env))
  })
  afterAll(async () => {
    await s3?.dispose()
    rmSync(directory, { recursive: true, force: true })
  })

  const read = async (key: string, range?: { start: number; end: number }): Promise<string | null> => {
    const stream = await files.read(key, range)
    return stream && (await text(stream))
  }

  test('are read whole or in part, replaced, copied and removed', async () => {
    await files.check()
    const stored = await files.put('a', Readable.from([bytes('01234'), bytes('56789')]), 10)
    expect(stored).toMatchObject({ size: 10, head: bytes('0123456789') })
    expect(stored.hash).toMatch(/^84d89877f0d4041e/)
    expect([await read('a'), await read('a', { start: 2, end: 4 })]).toEqual(['0123456789', '234'])
    await files.put('a', bytes('other'), 10)
    await files.copy('a', 'b')
    await files.remove('a')
    await files.remove('a')
    expect([await read('a'), await read('b')]).toEqual([null, 'other'])
  })

  test('that are too large or break off are not stored', async () => {
    await expect(files.put('large', bytes('0123456789x'), 10)).rejects.toThrow(FileTooLarge)
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes('012'))
      throw new Error('broken off')
    }
    await expect(files.put('broken', Readable.from(broken()), 10)).rejects.toThrow('broken off')
    expect([await read('large'), await read('broken')]).toEqual([null, null])
  })

  test('of several megabytes come back byte for byte', async () => {
    const large = Buffer.alloc(12 << 20, 'Tavla ')
    await files.put('megabytes', large, large.length)
    const pieces: Buffer[] = []
    for await (const piece of (await files.read('megabytes')) ?? []) pieces.push(piece as Buffer)
    expect(Buffer.concat(pieces).equals(large)).toBe(true)
  })

  if (storage === 'a bucket') {
    const send = async (key: string, size: number, content: string): Promise<number> => {
      const { url, headers } = (await files.direct?.getPlace(key, size)) ?? { url: '', headers: {} }
      const named = { 'content-disposition': "attachment; filename*=UTF-8''a.png" }
      return (await fetch(url, { method: 'PUT', headers: { ...headers, ...named }, body: content })).status
    }

    test('that were sent straight to it are collected once, and cannot be changed afterwards', async () => {
      expect(await files.direct?.collect('d', 5)).toBeNull()
      expect(await send('d', 5, 'hello')).toBe(200)
      expect(await read('d')).toBeNull()
      expect(await files.direct?.collect('d', 5)).toMatchObject({ size: 5, head: bytes('hello') })
      expect(await files.direct?.collect('d', 5)).toBeNull()
      await send('d', 5, 'again')
      expect(await read('d')).toBe('hello')
    })

    test('of another size than announced are refused by the bucket or when they are collected', async () => {
      if ((await send('s', 5, 'much longer')) === 200)
        await expect(files.direct?.collect('s', 5)).rejects.toThrow(FileTooLarge)
      else expect(await files.direct?.collect('s', 5)).toBeNull()
      expect(await read('s')).toBeNull()
    })

    test('cannot be sent to a changed address', async () => {
      const { url = '' } = (await files.direct?.getPlace('e', 5)) ?? {}
      const changed = new URL(url)
      changed.pathname = changed.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      expect((await fetch(changed, { method: 'PUT', body: 'hello' })).status).toBe(403)
    })

    test('are not available while it does not answer, and are again afterwards', async () => {
      await files.put('kept', bytes('kept'), 10)
      await s3?.kill()
      await expect(files.check()).rejects.toThrow(FilesUnavailable)
      await expect(files.put('new', bytes('new'), 10)).rejects.toThrow(FilesUnavailable)
      await expect(files.read('kept')).rejects.toThrow(FilesUnavailable)
      await s3?.start()
      await files.check()
      expect(await read('kept')).toBe('kept')
    })
  } else
    test('all pass through the server', () => {
      expect(files.direct).toBeNull()
    })
})
