import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'

/** Spec §5 word for word, for comparison; too slow for hostile text, so not what the product runs. */
const rule = /^[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+(\.[A-Za-z]+){1,2}$/

describe('an email address', () => {
  it.each(['ada@example.org', 'a.b-c_d@mail.example.co.uk', 'A1@B2.C', 'x@-.yz', 'x@a..yz'])(
    'can be %s',
    (address) => {
      expect(isEmail(address)).toBe(true)
    },
  )

  it.each([
    '',
    '@',
    'a@b',
    'a@.org',
    '@b.org',
    'a@b.',
    'a@b.c1',
    'a b@c.de',
    'a+b@c.de',
    'a@b@c.de',
    'ä@b.de',
    'a@b.dé',
    'a@b.org\n',
    ' a@b.org',
    'a.org',
  ])('may not be %j', (address) => {
    expect(isEmail(address)).toBe(false)
  })

  it('is 254 characters at most', () => {
    expect(isEmail(`${'a'.repeat(248)}@b.org`)).toBe(true)
    expect(isEmail(`${'a'.repeat(249)}@b.org`)).toBe(false)
  })

  it('follows the rule of the specification for any input', () => {
    const unit = fc.constantFrom('a', 'Z', '0', '_', '.', '-', '@', '@', '.', '+', ' ', 'ß')
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 24 }), (units) => {
        const address = units.join('')
        return isEmail(address) === rule.test(address)
      }),
      { seed: 20261121, numRuns: 5_000 },
    )
  })
})
