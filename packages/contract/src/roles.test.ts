import { describe, expect, it } from 'vitest'
import { compareRoles, isAtLeast, leastRole, canGrantRole, roles } from './roles.ts'

describe('roles', () => {
  it('are sorted from viewer to owner', () => {
    expect(roles.toSorted(compareRoles)).toEqual([
      'viewer',
      'commenter',
      'contributor',
      'editor',
      'admin',
      'owner',
    ])
  })

  it('include lower roles', () => {
    expect(roles.filter((role) => isAtLeast(role, 'contributor'))).toEqual([
      'owner',
      'admin',
      'editor',
      'contributor',
    ])
  })

  it('can only be lowered where several apply', () => {
    expect(leastRole('editor')).toBe('editor')
    expect(leastRole('editor', 'owner')).toBe('editor')
    expect(leastRole('admin', 'contributor', 'viewer', 'editor')).toBe('viewer')
  })

  it('can be given up to one’s own and never as owner', () => {
    expect(roles.filter((role) => canGrantRole('owner', role))).toEqual([
      'admin',
      'editor',
      'contributor',
      'commenter',
      'viewer',
    ])
    expect(roles.filter((role) => canGrantRole('editor', role))).toEqual([
      'editor',
      'contributor',
      'commenter',
      'viewer',
    ])
    expect(roles.filter((role) => canGrantRole('viewer', role))).toEqual(['viewer'])
  })
})
