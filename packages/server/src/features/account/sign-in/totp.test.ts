import { describe, expect, it } from 'vitest'
import { findStep, getStep, getTotp, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('time-based codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(getTotp(secret, getStep(seconds * 1_000), 8)).toBe(code)
  })

  it('are accepted half a minute early or late, and no more', () => {
    const now = 1_234_567_890_000
    const at = (steps: number) => findStep(secret, getTotp(secret, getStep(now) + steps), now)
    expect([at(-2), at(-1), at(0), at(1), at(2)].map((step) => step !== null)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('have secrets in a form that apps read', () => {
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(
      ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text))),
    ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  })
})
