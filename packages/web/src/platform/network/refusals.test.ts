import { codes } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { handleRefusal } from './refusals.ts'

function handle(
  code: number,
  path = '/app/dashboard',
  data: unknown = {},
  limitOwner: 'mine' | 'owner' = 'mine',
) {
  const done: string[] = []
  handleRefusal(
    { code, data, path, token: 'sent-with' },
    {
      getText: (code, facts) => `words of ${(facts as { reason?: string }).reason ?? code}`,
      sinks: {
        toast: (text, action) => done.push(action ? `${text}, ${action.to}` : text),
        sessionInvalid: (token) => done.push(`session of ${token} ends`),
        upgrade: () => done.push('upgrade prompt'),
        getLimitOwner: () => limitOwner,
        getPlansAction: () => {
          done.push('offer')
          return null
        },
        getAccountAction: () => () => undefined,
      },
    },
  )
  return done
}

describe('refusals', () => {
  it.each([4003, 4004, 4006, 4010, 4017, 4018, 4027, 4029, 4033])('%i shows a toast', (code) => {
    expect(handle(code)).toEqual([`words of ${code}`])
  })

  it('4034 leads a guest to an account, unless it is about somebody else', () => {
    expect(handle(4034)).toEqual(['words of 4034, account'])
    expect(handle(4034, '/app/whiteboard', { reason: 'target' })).toEqual(['words of target'])
  })

  it('4042 shows a toast and the offer', () => {
    expect(handle(4042).toSorted()).toEqual(['offer', 'words of 4042'])
  })

  it('4042 about the plan of a board’s owner names that owner and offers nothing', () => {
    expect(handle(4042, '/app/invite-loading', { used: 5, limit: 5 }, 'owner')).toEqual(['words of owner'])
    expect(handle(4042, '/app/whiteboard', { reason: 'minutes' }, 'owner')).toEqual(['words of minutes'])
  })

  it('4001 ends the session and shows nothing', () => {
    expect(handle(4001)).toEqual(['session of sent-with ends'])
  })

  it('4052 opens the upgrade prompt if the upload began on the whiteboard, else nothing', () => {
    expect(handle(4052, '/app/whiteboard')).toEqual(['upgrade prompt'])
    expect(handle(4052, '/app/userinfo')).toEqual([])
  })

  it.each([200, 4000, 5000, 9999])('%i is handled by the caller', (code) => {
    expect(handle(code)).toEqual([])
  })

  it('exactly the eleven codes of the catalogue show a toast', () => {
    const shown = Object.values(codes).filter(({ code }) =>
      handle(code).some((what) => what.startsWith('words')),
    )
    expect(shown.map(({ code }) => code)).toEqual([
      4003, 4004, 4006, 4010, 4017, 4018, 4027, 4029, 4033, 4034, 4042,
    ])
  })
})
