import type { Role, Space } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { isActionAllowed, runForEach } from './actions.ts'
import type { SpaceAction } from './actions.ts'

const actions: SpaceAction[] = ['star', 'unstar', 'archive', 'unarchive', 'trash', 'restore', 'delete']
const space = (role: Role, more: Partial<Space> = {}) =>
  ({ role, trashedAt: null, archived: false, starred: false, ...more }) as Space
const listAllowed = (space: Space) => actions.filter((action) => isActionAllowed(action, space))

describe('actions permitted by role and state', () => {
  const trashedAt = '2026-01-01T00:00:00Z'
  it.each([
    ['an editor', space('editor'), ['star']],
    ['an admin', space('admin'), ['star', 'archive', 'trash']],
    [
      'an owner of an archived one',
      space('owner', { archived: true, starred: true }),
      ['unstar', 'unarchive', 'trash'],
    ],
    ['an admin of a trashed one', space('admin', { trashedAt }), ['restore']],
    ['an owner of a trashed one', space('owner', { trashedAt, starred: true }), ['restore', 'delete']],
  ] as const)('%s', (_, space, expected) => expect(listAllowed(space)).toEqual(expected))
})

describe('running an action for several spaces', () => {
  it('tries each once, keeps those that failed, and throws the first failure', async () => {
    const left = new Set(['a', 'b', 'c', 'd', 'e', 'f'])
    const attempted: string[] = []
    const runAction = (wid: string) => {
      attempted.push(wid)
      return wid === 'c' || wid === 'e' ? Promise.reject(new Error(wid)) : Promise.resolve()
    }
    await expect(runForEach(left, runAction)).rejects.toThrow('c')
    expect([attempted.length, [...left]]).toEqual([6, ['c', 'e']])
    await runForEach(left, () => Promise.resolve())
    expect(left.size).toBe(0)
  })

  it('runs four at a time', async () => {
    let [now, maxRunning] = [0, 0]
    await runForEach(new Set('abcdefghij'), async () => {
      maxRunning = Math.max(maxRunning, ++now)
      await Promise.resolve()
      now--
    })
    expect(maxRunning).toBe(4)
  })
})
