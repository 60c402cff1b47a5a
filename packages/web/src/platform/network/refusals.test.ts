import { codes } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { handleRefusal } from './refusals.ts'

function hear(code: number, path = '/app/dashboard', data: unknown = {}, whose: 'mine' | 'owner' = 'mine') {
  const done: string[] = []
  handleRefusal(
    { code, data, path, token: 'sent-with' },
    {
      getText: (of, facts) => `words of ${(facts as { reason?: string }).reason ?? of}`,
      sinks: {
        toast: (words) => done.push(words),
        sessionInvalid: (token) => done.push(`session of ${token} ends`),
        upgrade: () => done.push('upgrade prompt'),
        getLimitOwner: () => whose,
        getPlansAction: () => {
          done.push('offer')
          return null
        },
      },
    },
  )
  return done
}

describe('refusals', () => {
  it.each([4003, 4004, 4006, 4010, 4017, 4018, 4027, 4029, 4033, 4034])('%i shows a toast', (code) => {
    expect(hear(code)).toEqual([`words of ${code}`])
  })

  it('4042 shows a toast and the offer', () => {
    expect(hear(4042).toSorted()).toEqual(['offer', 'words of 4042'])
  })

  it('4042 about the plan of a board’s owner names that owner and offers nothing', () => {
    expect(hear(4042, '/app/invite-loading', { used: 5, limit: 5 }, 'owner')).toEqual(['words of owner'])
    expect(hear(4042, '/app/whiteboard', { reason: 'minutes' }, 'owner')).toEqual(['words of minutes'])
  })

  it('4001 ends the session and shows nothing', () => {
    expect(hear(4001)).toEqual(['session of sent-with ends'])
  })

  it('4052 opens the upgrade prompt if the upload began on the whiteboard, else nothing', () => {
    expect(hear(4052, '/app/whiteboard')).toEqual(['upgrade prompt'])
    expect(hear(4052, '/app/userinfo')).toEqual([])
  })

  it.each([200, 4000, 5000, 9999])('%i is handled by the caller', (code) => {
    expect(hear(code)).toEqual([])
  })

  it('exactly the eleven codes of the catalogue show a toast', () => {
    const shown = Object.values(codes).filter(({ code }) =>
      hear(code).some((what) => what.startsWith('words')),
    )
    expect(shown.map(({ code }) => code)).toEqual([
      4003, 4004, 4006, 4010, 4017, 4018, 4027, 4029, 4033, 4034, 4042,
    ])
  })
})
