import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { useMemoryForTests } from './test-folder.ts'

test('temporary files go to a folder with room, unless another is chosen or it is not usable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { bavail, bsize } = statfsSync(folder)
  const choose = (env: NodeJS.ProcessEnv, where: string) => {
    useMemoryForTests(env, where)
    return env.TMPDIR
  }
  expect(choose({}, folder)).toBe(bavail * bsize >= 4 * 2 ** 30 ? folder : undefined)
  expect(choose({ TMPDIR: '/chosen' }, folder)).toBe('/chosen')
  expect(choose({}, join(folder, 'missing'))).toBeUndefined()
  // It has no room at all.
  expect(choose({}, '/proc')).toBeUndefined()
})
