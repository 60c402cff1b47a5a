import { expect, test } from 'vitest'
import { getShownSaveState } from './save-state.ts'

const defaults = {
  saveState: 'saved',
  isConnected: true,
  uploads: 0,
  undecided: 0,
  canSuggest: false,
} as const

test.each([
  ['saved', {}],
  ['saving', { saveState: 'saving', undecided: 3 }],
  ['not-saved', { saveState: 'not-saved', isConnected: false }],
  ['saving', { uploads: 1 }],
  ['not-saved', { uploads: 1, isConnected: false }],
  ['undecided', { undecided: 1 }],
  ['undecided', { undecided: 1, saveState: 'read-only' }],
  ['read-only', { saveState: 'read-only' }],
  ['suggest-only', { saveState: 'read-only', canSuggest: true }],
  ['saving', { saveState: 'saving', canSuggest: true }],
] as const)('is %s where %o', (state, change) => {
  expect(getShownSaveState({ ...defaults, ...change })).toBe(state)
})
