import { describe, expect, it } from 'vitest'
import { fakeStorage } from '../platform/fake-storage.ts'
import { runStartRules } from './start.ts'

function run({ query = '', token = false, products = false } = {}) {
  const { storage, local } = fakeStorage()
  if (token) local.set('userinfo', '{"token":"t"}')
  const done: string[] = []
  runStartRules({
    storage,
    query,
    hasProducts: () => products,
    loadSettings: async () => void done.push(`settings, subexpired ${local.get('subexpired') ?? 'absent'}`),
    loadProducts: async () => void done.push('products'),
  })
  return { done, local }
}

describe('start', () => {
  it('runs in order: plan expired, settings, products', () => {
    expect(run({ query: '?type=subexpired', token: true }).done).toEqual([
      'settings, subexpired true',
      'products',
    ])
  })

  it('marks the plan as expired only if the URL says so', () => {
    expect(run({ query: '?type=subexpired' }).local.get('subexpired')).toBe('true')
    expect(run({ query: '?type=other&x=subexpired' }).local.has('subexpired')).toBe(false)
  })

  it('loads settings only with a token', () => {
    expect(run().done).toEqual(['products'])
  })

  it('loads products only if there are none', () => {
    expect(run({ products: true }).done).toEqual([])
  })
})
