import { expect, test } from 'vitest'
import { getChallenge, createSecret } from './pkce.ts'

test('the challenge equals the example of RFC 7636, appendix B', () => {
  expect(getChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

test('a secret is 32 random bytes, in URL-safe characters', () => {
  const asked: number[] = []
  const secret = createSecret((count) => {
    asked.push(count)
    return new Uint8Array(count).fill(255)
  })
  expect(asked).toEqual([32])
  expect(secret).toBe('_'.repeat(42) + '8')
})
