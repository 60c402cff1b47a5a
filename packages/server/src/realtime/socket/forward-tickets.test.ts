import { beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../ports/clock/manual.ts'
import { ForwardTickets } from './forward-tickets.ts'

const ada = { uid: 'ada', session: 'her session' }

let clock: ManualClock
let count = 0
beforeEach(() => (clock = manualClock()))

const process = (node: string, key = 1): ForwardTickets =>
  new ForwardTickets({
    clock,
    key: Buffer.alloc(32, key),
    getNode: () => node,
    newId: () => `id${(count += 1)}`,
  })

test('a ticket opens one socket, at the process that it names', () => {
  const [here, there, third] = [process('here'), process('there'), process('third')]
  const ticket = here.issue(ada, 'there')
  expect([here.redeem(ticket), third.redeem(ticket)]).toEqual([null, null])
  expect([there.redeem(ticket), there.redeem(ticket)]).toEqual([ada, null])
  expect(there.redeem(here.issue(ada, 'there'))).toEqual(ada)
})

test('an expired ticket, a changed one, and one of another secret are refused', () => {
  const there = process('there')
  const ticket = there.issue(ada, 'there')
  const [body = '', signature = ''] = ticket.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as string[]
  const changed = Buffer.from(JSON.stringify(['eve', ...claims.slice(1)])).toString('base64url')
  const refused = [`${changed}.${signature}`, `${body}.${signature.slice(1)}`, body, '', '.', `.${signature}`]
  expect(refused.filter((each) => there.redeem(each) !== null)).toEqual([])
  expect(there.redeem(process('there', 2).issue(ada, 'there'))).toBe(null)
  clock.advance(30_000)
  expect(there.redeem(ticket)).toBe(null)
})

test('a used ticket stays used, also among thousands of which some have expired', () => {
  const there = process('there')
  const redeemMany = (): string[] => {
    const tickets = Array.from({ length: 1_500 }, () => there.issue(ada, 'there'))
    for (const ticket of tickets) expect(there.redeem(ticket)).toEqual(ada)
    return tickets
  }
  redeemMany()
  clock.advance(20_000)
  const later = redeemMany()
  clock.advance(15_000)
  expect(there.redeem(there.issue(ada, 'there'))).toEqual(ada)
  expect(later.filter((ticket) => there.redeem(ticket) !== null)).toEqual([])
})
