import { describe, expect, test } from 'vitest'
import { parsePastedCode, parseSignInLink } from './link.ts'

const code = 'c0de-c0de-c0de-c0de'
const state = 'state-state-state-state'
const query = `code=${code}&state=${state}`
const scheme = { via: 'scheme' } as const
const loopback = { via: 'loopback', port: 43_210 } as const

describe('a link of the scheme', () => {
  test.each([`tavla://signed-in?${query}`, `tavla://signed-in/?${query}`, `TAVLA://signed-in?${query}`])(
    '%s is accepted',
    (link) => {
      expect(parseSignInLink(link, scheme)).toEqual({ code, state })
    },
  )

  test.each([
    ['another scheme', `board://signed-in?${query}`],
    ['a scheme that begins alike', `tavla2://signed-in?${query}`],
    ['a web address', `https://signed-in/?${query}`],
    ['another act', `tavla://open?${query}`],
    ['a deeper path', `tavla://signed-in/now?${query}`],
    ['a look-alike host', `tavla://signed-in.example/?${query}`],
    ['a user name', `tavla://me@signed-in?${query}`],
    ['a fragment', `tavla://signed-in?${query}#x`],
    ['no code', `tavla://signed-in?state=${state}`],
    ['no state', `tavla://signed-in?code=${code}`],
    ['two codes', `tavla://signed-in?${query}&code=${code}`],
    ['two states', `tavla://signed-in?${query}&state=${state}`],
    ['a code with odd characters', `tavla://signed-in?code=${code}%0d%0a&state=${state}`],
    ['a code too short to be one', `tavla://signed-in?code=1&state=${state}`],
    ['a code too long to be one', `tavla://signed-in?code=${'c'.repeat(257)}&state=${state}`],
    ['an endless link', `tavla://signed-in?${query}&x=${'x'.repeat(3_000)}`],
    ['no link at all', 'sign in please'],
    ['nothing', ''],
  ])('%s is refused', (_what, link) => {
    expect(parseSignInLink(link, scheme)).toBeUndefined()
  })
})

describe('a request to the loopback port', () => {
  test('is accepted on our port and path', () => {
    expect(parseSignInLink(`http://127.0.0.1:43210/?${query}`, loopback)).toEqual({ code, state })
  })

  test.each([
    ['another port', `http://127.0.0.1:43211/?${query}`],
    ['a name instead of the address', `http://localhost:43210/?${query}`],
    ['another path', `http://127.0.0.1:43210/sign-in?${query}`],
    ['our scheme', `tavla://signed-in?${query}`],
  ])('with %s is refused', (_what, address) => {
    expect(parseSignInLink(address, loopback)).toBeUndefined()
  })
})

describe('pasted text', () => {
  test.each([
    ['the bare code', code, { code }],
    ['the code with spaces around it', `  ${code}\n`, { code }],
    ['the whole link', `tavla://signed-in?${query}`, { code, state }],
    ['something else', 'hello there', undefined],
    ['a web page’s address', `https://example.org/?${query}`, undefined],
  ])('%s is read for what it is', (_what, text, expected) => {
    expect(parsePastedCode(text)).toEqual(expected)
  })
})
