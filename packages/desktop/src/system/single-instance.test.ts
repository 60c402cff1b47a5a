import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockInstance } from './single-instance.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))
const start = (...args: string[]): readonly string[] => args

it('allows one of many starts, which is informed of the others', async () => {
  const address = join(folder, 'many')
  const received: (readonly string[])[] = []
  const locks = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      lockInstance(address, start(name), (later) => void received.push(later)),
    ),
  )
  const taken = locks.filter((lock) => lock !== undefined)
  expect(taken).toHaveLength(1)
  expect(received).toHaveLength(3)
  expect(await lockInstance(address, start('tavla://open/x'), () => {})).toBeUndefined()
  expect(received.at(-1)).toEqual(start('tavla://open/x'))
  taken[0]?.release()
  const next = await lockInstance(address, start(), () => {})
  expect(next).toBeDefined()
  next?.release()
})

it('replaces the lock of a killed process', async () => {
  const address = join(folder, 'left')
  // Ended without a chance to remove its socket.
  const script = `require('net').createServer().listen(${JSON.stringify(address)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(address)).toBe(true)
  const locks = await Promise.all(
    [start('a'), start('b'), start('c')].map((each) => lockInstance(address, each, () => {})),
  )
  const taken = locks.filter((lock) => lock !== undefined)
  expect(taken).toHaveLength(1)
  taken[0]?.release()
})
