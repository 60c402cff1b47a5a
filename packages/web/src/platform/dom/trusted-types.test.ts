import { describe, expect, it } from 'vitest'
import { policyRules } from './trusted-types.ts'

describe('the default Trusted Types policy', () => {
  const rules = policyRules('https://tavla.example')

  it('accepts a style sheet and refuses markup', () => {
    expect(rules.createHTML(':root { --a: 1px }')).toBe(':root { --a: 1px }')
    expect(rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
  })

  it('accepts script URLs of our own origin in any notation', () => {
    expect(rules.createScriptURL('/app/assets/worker.js')).toBe('/app/assets/worker.js')
    expect(rules.createScriptURL('https://tavla.example/app/a.js')).toBe('https://tavla.example/app/a.js')
  })

  it('refuses other origins and schemes', () => {
    for (const address of [
      'https://evil.example/a.js',
      '//evil.example/a.js',
      'data:text/javascript,1',
      'blob:null/1',
    ])
      expect(rules.createScriptURL(address)).toBeNull()
  })

  it('never turns text into script', () => {
    expect(rules.createScript()).toBeNull()
  })
})
