import { expect, it } from 'vitest'
import { addresses } from './addresses.ts'

it('addresses are those that mails, links and the shell name', () => {
  expect(addresses.whiteboard({ wid: 'w1' })).toBe('/app/whiteboard?w=w1')
  expect(addresses.whiteboard({ wid: 'w1', page: 'p1', element: 'o1' })).toBe(
    '/app/whiteboard?w=w1&p=p1&o=o1',
  )
  expect(addresses.invite({ token: 't&1', wid: 'w1' })).toBe('/app/invite-loading?invite=t%261&w=w1')
  expect(addresses.resetPassword({ token: 't' })).toBe('/app/forget-loading?token=t')
  expect(addresses.social('office', { code: 'c', state: 's' })).toBe('/app/office-loading?code=c&state=s')
  expect(addresses.requestAccess({ wid: 'w1' })).toBe('/app/request-access?w=w1')
  expect(addresses.desktopSignIn({ challenge: 'c', state: 's', via: 'loopback', port: 4000 })).toBe(
    '/app/pclogin?challenge=c&state=s&via=loopback&port=4000',
  )
  expect(addresses.planEnded()).toBe('/app/dashboard?type=subexpired')
})
