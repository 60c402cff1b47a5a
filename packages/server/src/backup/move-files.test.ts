import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasS3, type S3Server, startS3 } from '../../../../tools/s3-process.ts'
import { readConfig } from '../config.ts'
import { diskFiles, diskPath } from '../ports/files/disk.ts'
import { s3Files } from '../ports/files/s3.ts'
import { moveFiles } from './move-files.ts'

const progress = { step: vi.fn(), count: vi.fn(), report: vi.fn() }
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tavla-move-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('files cannot be moved to a bucket that nobody named', async () => {
  await expect(moveFiles(readConfig({ DATA_DIR: directory }), 's3', progress)).rejects.toThrow('S3_BUCKET')
})

if (hasS3())
  describe('files on their way into a bucket and back', () => {
    let s3: S3Server
    beforeEach(async () => {
      s3 = await startS3()
    })
    afterEach(() => s3.dispose())

    const config = () => readConfig({ DATA_DIR: directory, ...s3.env })
    const folder = () => join(directory, 'files')
    const stored = () =>
      readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')])
        .toSorted()

    test('arrive whole, those that were there already are not sent again, and what differs is reported', async () => {
      const disk = diskFiles(folder())
      for (let index = 0; index < 5; index += 1)
        await disk.put(`f${index}`, Buffer.from(`content ${index}`), 100)
      writeFileSync(join(folder(), 'aborted.part'), 'x')
      expect(await moveFiles(config(), 's3', progress)).toEqual({ copied: 5, present: 0 })
      await disk.put('later', Buffer.from('added meanwhile'), 100)
      expect(await moveFiles(config(), 's3', progress)).toEqual({ copied: 1, present: 5 })
      rmSync(join(folder(), 'aborted.part'))
      const before = stored()
      rmSync(folder(), { recursive: true })
      expect(await moveFiles(config(), 'disk', progress)).toEqual({ copied: 6, present: 0 })
      expect(stored()).toEqual(before)
      writeFileSync(join(folder(), diskPath('f0')), 'CONTENT 0')
      await expect(moveFiles(config(), 's3', progress)).rejects.toThrow('1 files differ')
    })

    test('continue where they were broken off', async () => {
      const disk = diskFiles(folder())
      for (let index = 0; index < 8; index += 1)
        await disk.put(`f${index}`, Buffer.from(`content ${index}`), 100)
      let copied = 0
      const count = () => {
        copied += 1
        if (copied === 4) throw new Error('broken off')
      }
      await expect(moveFiles(config(), 's3', { ...progress, count })).rejects.toThrow('broken off')
      const there = new Set<string>()
      const { s3: bucket } = config()
      if (bucket) for await (const { path } of s3Files(bucket, directory).list()) there.add(path)
      expect(there.size).toBe(3)
      expect(await moveFiles(config(), 's3', progress)).toEqual({ copied: 5, present: 3 })
    })
  })
