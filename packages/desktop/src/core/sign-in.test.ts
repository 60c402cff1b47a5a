import { describe, expect, test } from 'vitest'
import { getChallenge } from './pkce.ts'
import { SignIn } from './sign-in.ts'

const code = 'c0de-c0de-c0de-c0de'

/** A shell whose secrets are counted instead of drawn, and whose time stands still until moved. */
function shell() {
  let drawn = 0
  const time = { ms: 1_000 }
  const signIn = new SignIn(
    (count) => new Uint8Array(count).fill(++drawn),
    () => time.ms,
  )
  return { signIn, time }
}

/** The parameters of the address that the system browser opens. */
function opened(address: string): Record<string, string> {
  const url = new URL(address, 'https://tavla.example')
  expect(url.pathname).toBe('/app/pclogin')
  return Object.fromEntries(url.searchParams)
}

test('the browser gets challenge and state, and never the verifier', () => {
  const { signIn } = shell()
  const address = signIn.begin({ via: 'scheme' }, 'Ada’s laptop')
  const { challenge = '', state = '', via, device } = opened(address)
  const answer = signIn.accept({ code, state })
  expect({ via, device, code: answer?.code }).toEqual({ via: 'scheme', device: 'Ada’s laptop', code })
  expect(getChallenge(answer?.verifier ?? '')).toBe(challenge)
  expect(address).not.toContain(answer?.verifier)
})

test('the loopback URL contains its port', () => {
  expect(opened(shell().signIn.begin({ via: 'loopback', port: 43_210 }))).toMatchObject({
    via: 'loopback',
    port: '43210',
  })
})

describe('an answer is refused', () => {
  test('without a pending sign-in', () => {
    expect(shell().signIn.accept({ code, state: 'state-state-state-state' })).toBeUndefined()
  })

  test('with an unknown state, and the right one is still accepted after it', () => {
    const { signIn } = shell()
    const { state = '' } = opened(signIn.begin({ via: 'scheme' }))
    expect(signIn.accept({ code, state: `${state.slice(0, -1)}x` })).toBeUndefined()
    expect(signIn.accept({ code, state: `${state}x` })).toBeUndefined()
    expect(signIn.accept({ code, state })).toBeDefined()
  })

  test('the second time', () => {
    const { signIn } = shell()
    const { state = '' } = opened(signIn.begin({ via: 'scheme' }))
    expect(signIn.accept({ code, state })).toBeDefined()
    expect(signIn.accept({ code, state })).toBeUndefined()
    expect(signIn.acceptPasted({ code })).toBeUndefined()
  })

  test('after five minutes', () => {
    const { signIn, time } = shell()
    const { state = '' } = opened(signIn.begin({ via: 'scheme' }))
    time.ms += 5 * 60_000
    expect(signIn.accept({ code, state })).toBeUndefined()
  })

  test('after the user cancelled', () => {
    const { signIn } = shell()
    const { state = '' } = opened(signIn.begin({ via: 'scheme' }))
    signIn.cancel()
    expect(signIn.accept({ code, state })).toBeUndefined()
  })

  test('if it belongs to an earlier sign-in', () => {
    const { signIn } = shell()
    const first = opened(signIn.begin({ via: 'scheme' }))
    const second = opened(signIn.begin({ via: 'scheme' }))
    expect(second.state).not.toBe(first.state)
    expect(signIn.accept({ code, state: first.state ?? '' })).toBeUndefined()
    expect(signIn.accept({ code, state: second.state ?? '' })).toBeDefined()
  })
})

describe('a pasted code', () => {
  test('is accepted without a state while a sign-in is pending, once', () => {
    const { signIn } = shell()
    signIn.begin({ via: 'scheme' })
    expect(signIn.acceptPasted({ code })?.code).toBe(code)
    expect(signIn.acceptPasted({ code })).toBeUndefined()
  })

  test('is checked by its state if it is a whole link', () => {
    const { signIn } = shell()
    signIn.begin({ via: 'scheme' })
    expect(signIn.acceptPasted({ code, state: 'another-state-another' })).toBeUndefined()
  })
})
