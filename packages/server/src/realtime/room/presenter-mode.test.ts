import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import type { Role } from '../room-access.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { PresenterMode, type Presenter } from './presenter-mode.ts'

const of = (uid: string, role: Role): Presenter => ({ c: `${uid}-tab`, uid, name: uid, role })
const [ada, bo, con, boss] = [
  of('ada', 'editor'),
  of('bo', 'editor'),
  of('con', 'contributor'),
  of('boss', 'admin'),
]

function presenterMode() {
  const clock = manualClock()
  let announced = 0
  const made = new PresenterMode(clock, () => void (announced += 1))
  return { clock, made, announced: () => announced }
}

test('editors and above present, set what others can do, and end it', () => {
  const { made, announced } = presenterMode()
  made.ask(con, 'viewer')
  expect(made.presenting).toBeNull()
  made.ask(ada, 'viewer')
  expect([
    made.getRole('ada', 'editor'),
    made.getRole('bo', 'editor'),
    made.getRole('boss', 'admin'),
  ]).toEqual(['editor', 'viewer', 'admin'])
  made.ask(ada, 'contributor')
  expect(made.getRole('bo', 'editor')).toBe('contributor')
  made.ask(ada, null)
  expect([made.getRole('bo', 'editor'), announced()]).toEqual(['editor', 3])
})

test('people limited by it can neither take over nor end it; admins can', () => {
  const { made } = presenterMode()
  made.ask(ada, 'viewer')
  made.ask(bo, 'editor')
  made.ask(bo, null)
  expect(made.presenting?.uid).toBe('ada')
  made.ask(boss, null)
  expect(made.presenting).toBeNull()
  made.ask(ada, 'editor')
  made.ask(bo, 'viewer')
  expect(made.presenting).toMatchObject({ uid: 'bo', c: 'bo-tab', allows: 'viewer' })
})

test('a presenter who loses the right stops presenting', () => {
  const { made, announced } = presenterMode()
  made.ask(ada, 'viewer')
  made.rolesChanged(new Map([['ada', 'editor']]))
  expect(announced()).toBe(1)
  made.rolesChanged(new Map([['ada', 'contributor']]))
  expect(made.presenting).toBeNull()
  made.ask(ada, 'viewer')
  made.rolesChanged(new Map())
  expect(made.presenting).toBeNull()
})

test('a disconnected presenter is waited for, then the limit ends', () => {
  const { made, clock } = presenterMode()
  made.ask(ada, 'viewer')
  made.left('bo-tab')
  made.left('ada-tab')
  clock.advance(realtimeLimits.presenterAway - 1)
  made.ask({ ...ada, c: 'new-tab' }, 'viewer')
  clock.advance(realtimeLimits.presenterAway)
  expect(made.presenting).toMatchObject({ c: 'new-tab' })
  made.left('new-tab')
  clock.advance(realtimeLimits.presenterAway)
  expect(made.presenting).toBeNull()
})
