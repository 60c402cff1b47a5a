import { expect, test } from 'vitest'
import { shownSaveState } from './save-state.ts'

const calm = { sent: 'saved', isConnected: true, uploads: 0, undecided: 0, canSuggest: false } as const

test.each([
  ['saved', {}],
  ['saving', { sent: 'saving', undecided: 3 }],
  ['not-saved', { sent: 'not-saved', isConnected: false }],
  ['saving', { uploads: 1 }],
  ['not-saved', { uploads: 1, isConnected: false }],
  ['undecided', { undecided: 1 }],
  ['undecided', { undecided: 1, sent: 'read-only' }],
  ['read-only', { sent: 'read-only' }],
  ['suggest-only', { sent: 'read-only', canSuggest: true }],
  ['saving', { sent: 'saving', canSuggest: true }],
] as const)('is %s where %o', (state, change) => {
  expect(shownSaveState({ ...calm, ...change })).toBe(state)
})
