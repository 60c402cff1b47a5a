import { expect, it } from 'vitest'
import { Notification } from './entities/notification.ts'
import { getNotificationUrl } from './notifications.ts'

const base = { id: 'n', wid: 'w', spaceName: 'Plans', createdAt: '2026-01-05T12:00:00.000Z', readAt: null }
const roles = { from_role: 'viewer', to_role: 'editor' }

it.each([
  [{ type: 1001, user: 'bob' }, '/app/whiteboard?w=w#members'],
  [{ type: 1002, user: 'bob' }, '/app/whiteboard?w=w#members'],
  [{ type: 1002, user: 'me' }, '/app/request-access?w=w'],
  [{ type: 1003, modifier: 'bob', modified_user: 'me', ...roles }, '/app/whiteboard?w=w'],
  [{ type: 1004, user: 'me', from_user: 'bob' }, '/app/whiteboard?w=w'],
  [{ type: 1005, user: 'bob', data: { page: 'p', element: 'o' } }, '/app/whiteboard?w=w&p=p&o=o'],
  [{ type: 1006, user: 'bob', data: { page: 'p', element: 7 } }, '/app/whiteboard?w=w&p=p'],
  [{ type: 1007, user: 'bob', data: { role: 'editor' } }, '/app/whiteboard?w=w#members'],
  [{ type: 1008, user: 'bob', data: { granted: true } }, '/app/whiteboard?w=w'],
  [{ type: 1008, user: 'bob', data: { granted: false } }, '/app/request-access?w=w'],
  [{ type: 1009, user: 'bob', data: { invite: 'i_1' } }, '/app/invite-loading?invite=i_1&w=w'],
  [{ type: 1009, user: 'bob', data: {} }, '/app/request-access?w=w'],
  [{ type: 1010, user: null, data: { of: 'members' } }, '/app/whiteboard?w=w#members'],
  [{ type: 1010, user: null, data: { of: 'storage' } }, '/app/dashboard'],
  [{ type: 1010, user: null, data: { of: 'history' } }, '/app/userinfo#plan'],
  [{ type: 1011, user: null, wid: null, spaceName: null, data: { reason: 'failed' } }, '/app/userinfo#plan'],
  [{ type: 1012, user: 'bob', data: {} }, '/app/whiteboard?w=w'],
  [{ type: 1013, user: 'bob', data: { accepted: true } }, '/app/whiteboard?w=w'],
  [{ type: 1999, user: 'bob', data: {} }, '/app/whiteboard?w=w'],
])('%o leads to %s', (context, address) => {
  expect(getNotificationUrl(Notification.parse({ ...base, ...context }), 'me')).toBe(address)
})
