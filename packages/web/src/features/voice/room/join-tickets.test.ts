import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { JoinTickets } from './join-tickets.ts'

function setUp() {
  const clock = fakeClock(0)
  const state = { requests: 0, refuses: false }
  const tickets = new JoinTickets(clock, () => {
    state.requests += 1
    if (state.refuses) return Promise.reject(new Error('full'))
    const token = `ticket ${state.requests}`
    return Promise.resolve({ token, url: '/voice', kind: 'embedded', iceServers: [], expiresAt: '' })
  })
  return { clock, state, tickets, take: async () => (await tickets.take()).token }
}

describe('the tickets of a voice room', () => {
  it('are requested once ahead, and used once', async () => {
    const { state, tickets, take } = setUp()
    tickets.prepare()
    tickets.prepare()
    expect(state.requests).toBe(1)
    expect([await take(), await take()]).toEqual(['ticket 1', 'ticket 2'])
    expect(state.requests).toBe(2)
  })

  it('are requested again when they may have expired', async () => {
    const { clock, tickets, take } = setUp()
    tickets.prepare()
    clock.pass(44_999)
    tickets.prepare()
    clock.pass(1)
    expect(await take()).toBe('ticket 2')
  })

  it('are requested again after a refusal that was received before the join', async () => {
    const { state, tickets, take } = setUp()
    state.refuses = true
    tickets.prepare()
    await Promise.resolve()
    state.refuses = false
    expect(await take()).toBe('ticket 2')
  })
})
