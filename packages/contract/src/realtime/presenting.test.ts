import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { getPresentingRole } from './presenting.ts'
import type { PresenterAccess, Presenting } from './room-frames.ts'

const by = (allows: PresenterAccess): Presenting => ({ c: 'c1', uid: 'ada', name: 'Ada', allows })

test('a presenter limits everybody below admin, and never raises anybody', () => {
  const left = (allows: PresenterAccess) => roles.map((role) => getPresentingRole(by(allows), 'bo', role))
  expect(left('viewer')).toEqual(['owner', 'admin', 'viewer', 'viewer', 'viewer', 'viewer'])
  expect(left('contributor')).toEqual(['owner', 'admin', 'contributor', 'contributor', 'commenter', 'viewer'])
  expect(left('editor')).toEqual([...roles])
})

test('the presenter keeps their role, and so does everyone while nobody presents', () => {
  expect(getPresentingRole(by('viewer'), 'ada', 'editor')).toBe('editor')
  expect(getPresentingRole(null, 'bo', 'editor')).toBe('editor')
})
