import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskFiles } from './disk.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tavla-disk-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Descriptors of this process that lead into the directory. */
function countOpen(): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // The one that read the list.
      return ''
    }
  })
  return links.filter((link) => link.startsWith(directory)).length
}

test('a file is read completely or in part, and a missing one is undefined', async () => {
  const files = diskFiles(directory)
  await files.put('a', new TextEncoder().encode('0123456789'), 10)
  expect(await text((await files.read('a'))!)).toBe('0123456789')
  expect(await text((await files.read('a', { start: 2, end: 4 }))!)).toBe('234')
  expect(await files.read('b')).toBeNull()
})

test('an unread stream keeps no file open', async () => {
  const files = diskFiles(directory)
  await files.put('a', new Uint8Array(1_000_000), 1_000_000)
  const unread = await files.read('a')
  expect([unread?.destroyed, countOpen()]).toEqual([false, 0])
  // Given up in the middle, it is closed.
  const stream = (await files.read('a'))!
  for await (const _piece of stream) {
    expect(countOpen()).toBe(1)
    break
  }
  expect(stream.destroyed).toBe(true)
  await expect.poll(countOpen).toBe(0)
})

test('a file deleted before it is read is an error of the stream', async () => {
  const files = diskFiles(directory)
  await files.put('a', new Uint8Array(3), 3)
  const stream = (await files.read('a'))!
  await files.remove('a')
  await expect(text(stream)).rejects.toThrow('ENOENT')
})
