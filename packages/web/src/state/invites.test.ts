import { describe, expect, it } from 'vitest'
import { fakeClock } from '../platform/fake-clock.ts'
import { fakeStorage } from '../platform/fake-storage.ts'
import { createInvites } from './invites.ts'

const day = 24 * 60 * 60 * 1000

function setUp() {
  const clock = fakeClock()
  const { storage, local } = fakeStorage()
  return { clock, local, invites: createInvites({ storage, clock }) }
}

describe('pending invites', () => {
  it('are stored under invite- plus the w value and listed in clearLocal', () => {
    const { invites, local, clock } = setUp()
    invites.remember('w1', 'abc')
    expect(local.get('invite-w1')).toBe('abc')
    expect(JSON.parse(local.get('clearLocal') ?? '')).toEqual([{ key: 'invite-w1', at: clock.now() }])
  })

  it('are stored once with the newest token, however often the link is opened', () => {
    const { invites, local } = setUp()
    invites.remember('w1', 'old')
    invites.remember('w1', 'new')
    expect(JSON.parse(local.get('clearLocal') ?? '')).toHaveLength(1)
    expect(invites.getToken('w1')).toBe('new')
  })

  it('are sorted newest first', () => {
    const { invites } = setUp()
    invites.remember('w1', 'a')
    invites.remember('w2', 'b')
    expect(invites.getPending()).toEqual({ wid: 'w2', token: 'b' })
    invites.remove('w2')
    expect(invites.getPending()).toEqual({ wid: 'w1', token: 'a' })
  })

  it('are removed with their clearLocal entry once answered', () => {
    const { invites, local } = setUp()
    invites.remember('w1', 'abc')
    invites.remove('w1')
    expect(local.get('invite-w1')).toBeUndefined()
    expect(local.get('clearLocal')).toBe('[]')
    expect(invites.getPending()).toBeNull()
  })

  it('are removed after 7 days, not earlier', () => {
    const { invites, clock } = setUp()
    invites.remember('w1', 'abc')
    clock.pass(7 * day)
    invites.removeExpired()
    expect(invites.getToken('w1')).toBe('abc')
    clock.pass(1)
    invites.removeExpired()
    expect(invites.getToken('w1')).toBeNull()
    expect(invites.getPending()).toBeNull()
  })

  it('other keys are left alone', () => {
    const { invites, local, clock } = setUp()
    local.set('userinfo', '{"token":"t"}')
    local.set('clearLocal', JSON.stringify([{ key: 'userinfo', at: clock.now() - 30 * day }]))
    invites.removeExpired()
    expect(local.get('userinfo')).toBe('{"token":"t"}')
  })
})
