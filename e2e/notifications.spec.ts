import type { Page } from '@playwright/test'
import { expectAccessible } from './pages/accessible.ts'
import { expect, test } from './pages/test.ts'

const getBell = (page: Page) => page.getByTestId('bell')

test('a notification appears at the bell, is opened by keyboard, and is read in every tab', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const { page } = ada
  const other = await ada.context.newPage()
  await Promise.all([visit(page, '/dashboard'), visit(other, '/userinfo#notifications')])
  await expect(getBell(page)).toHaveAccessibleName('Notifications')

  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
  await bo.api.space.acceptInvite({ body: { token } })
  for (const tab of [page, other]) await expect(getBell(tab)).toHaveAccessibleName('Notifications, 1 unread')

  await page.bringToFront()
  await getBell(page).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Studio' })).toBeVisible()
  await expectAccessible(page, 'the notices')
  await panel.getByRole('link', { name: /Bo joined/ }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/whiteboard\\?w=${wid}`))
  await expect(page.getByRole('tab', { name: 'Members', selected: true })).toBeVisible()
  await expect(getBell(other)).toHaveAccessibleName('Notifications')

  // On a board the bell uses the board's own connection.
  await page.keyboard.press('Escape')
  await bo.api.space.removeMember({ query: { wid, uid: bo.uid } })
  await expect(
    page.getByRole('status').filter({ hasText: 'Studio: Bo is no longer a member' }),
  ).toBeAttached()
  for (const tab of [page, other]) await expect(getBell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await getBell(page).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(getBell(other)).toHaveAccessibleName('Notifications')

  await other.bringToFront()
  const joins = other.getByRole('switch', { name: 'Someone joins: Email' })
  await joins.press('Space')
  await expect(joins).not.toBeChecked()
  await other.getByText('Daily digest', { exact: true }).click()
  await expect
    .poll(() => ada.api.user.notifyConfig())
    .toEqual({
      channels: { inApp: true, email: true },
      types: { 1001: { inApp: true, email: false } },
      digest: 'daily',
    })
})

test('a notification during a reconnect is announced by the next connection', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const { page } = ada
  let isReachable = true
  await page.routeWebSocket('**/api/live**', (socket) => {
    if (isReachable) socket.connectToServer()
    else void socket.close({ code: 4503 })
  })
  const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/live/ticket'))
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/notify'))
  await visit(page, '/dashboard')
  await Promise.all([connected, listed])

  isReachable = false
  await page.getByRole('link', { name: 'Studio' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/whiteboard\\?w=${wid}`))
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
  await bo.api.space.acceptInvite({ body: { token } })
  await expect.poll(async () => (await ada.api.user.notices({ query: {} })).unread).toBe(1)
  isReachable = true
  await expect(page.getByRole('status').filter({ hasText: 'Studio: Bo joined' })).toBeAttached()
  await expect(getBell(page)).toHaveAccessibleName('Notifications, 1 unread')
})
