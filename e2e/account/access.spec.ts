import { expectAccessible, expectFitsFingers } from '../pages/accessible.ts'
import { BoardChrome } from '../pages/board-chrome.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { expect, test } from '../pages/test.ts'
import { AccountMenu } from '../pages/login-page.ts'
import { ShareDialog } from '../pages/share-dialog.ts'

test('the sign-in pages are accessible', async ({ people, visit }) => {
  const page = await people.visitor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await visit(page, '/login')
  await expect(page).toHaveTitle('Sign in – Tavla')
  await press('Sign in')
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expectAccessible(page, 'sign in, with complaints')
  await press('Create account')
  await expectAccessible(page, 'register')
  await press('Continue as guest')
  await expectAccessible(page, 'guest')
  await press('Back to sign in')
  await press('Forgot password?')
  await expectAccessible(page, 'forgotten password')
})

test('the dashboard is accessible', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible()
  await expect(page).toHaveTitle('Boards – Tavla')
  await expectAccessible(page, 'an empty dashboard')

  const bo = await people.member('Bo')
  await people.space(ada, 'Harbour', [[bo, 'editor']])
  await page.reload()
  const dashboard = new DashboardPage(page)
  await expect(dashboard.board('Harbour')).toBeVisible()
  await expectAccessible(page, 'a dashboard with boards')
  await page.getByRole('button', { name: 'Actions for Harbour' }).click()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await expectAccessible(page, 'the menu of a board')
  await page.keyboard.press('Escape')
  await new AccountMenu(page).open()
  await expectAccessible(page, 'the account menu')
  await page.keyboard.press('Escape')

  const share = new ShareDialog(page)
  await share.openFromDashboard('Harbour')
  await expect(share.dialog.getByLabel('Invite link')).toBeVisible()
  await expectAccessible(page, 'invitations')
  await share.dialog.getByRole('tab', { name: 'Members' }).click()
  await expect(share.dialog.getByText('Bo', { exact: true })).toBeVisible()
  await expectAccessible(page, 'members')
  await page.keyboard.press('Escape')
  await expect(share.dialog).toBeHidden()
  await share.openFromDashboard('Harbour')
  await expect(share.dialog.getByRole('combobox', { name: 'Invite by email' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(share.dialog).toBeHidden()
})

test('members, guests, groups and ownership are accessible, and on a phone', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.account('Bo')]
  const wid = await people.space(ada, 'Harbour')
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'viewer' } })
  await bo.api.space.acceptInvite({ body: { token } })
  await (await people.guest('Vera')).api.space.acceptInvite({ body: { token } })
  const groups = [{ name: 'Quay', color: 'orange', uids: [bo.uid] }]
  await ada.api.space.setGroups({ query: { wid }, body: { groups } })
  const invited = { role: 'editor' as const, email: ['dora@example.org'], data: '', send_email: false }
  await ada.api.space.invite({ query: { wid }, body: invited })
  await (
    await people.account('Cleo')
  ).api.space.requestAccess({ body: { wid, role: 'editor', note: 'Please' } })

  await visit(ada.page, `/whiteboard?w=${wid}`)
  await ada.page.getByTestId('share').click()
  const share = new ShareDialog(ada.page)
  await share.showMembers()
  for (const text of ['Cleo', 'Vera', 'dora@example.org'])
    await expect(share.dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(share.member('Bo')).toContainText('Quay')
  await expectAccessible(ada.page, 'members with guests, groups, invitations and who asks')
  await share.act('Bo', 'Make owner')
  await expect(ada.page.getByLabel('Type “Harbour” to confirm')).toBeVisible()
  await expectAccessible(ada.page, 'another owner')
  // One dialog at a time.
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByLabel('Type “Harbour” to confirm')).toBeHidden()
  await expect(share.dialog).toBeVisible()
  await share.dialog.getByRole('button', { name: 'Edit groups' }).click()
  await expect(ada.page.getByLabel('Group name')).toHaveValue('Quay')
  await expectAccessible(ada.page, 'groups')
  await ada.page.keyboard.press('Escape')
  await ada.page.setViewportSize({ width: 390, height: 780 })
  await expectFitsFingers(ada.page, 'members on a phone')
})

test('invitation, access request and profile are accessible', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Harbour')
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
  await visit(bo.page, `/invite-loading?invite=${token}&w=${wid}`)
  await expect(bo.page.getByRole('button', { name: 'Open the board' })).toBeVisible()
  await expect(bo.page).toHaveTitle('Harbour – Tavla')
  await expectAccessible(bo.page, 'an invitation')
  await visit(bo.page, `/invite-loading?invite=nothing&w=${wid}`)
  await expect(bo.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessible(bo.page, 'an invitation that is refused')
  await visit(bo.page, `/request-access?w=${wid}`)
  await expect(bo.page.getByLabel('Message to the admins')).toBeVisible()
  await expectAccessible(bo.page, 'asking for access')
  await visit(bo.page, '/userinfo')
  await expect(bo.page.getByText('This device')).toBeVisible()
  await expectAccessible(bo.page, 'the profile')
})

test('a board is accessible', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Harbour')
  const { page } = ada
  const board = new BoardChrome(page)
  await visit(page, `/whiteboard?w=${wid}`)
  await board.shown()
  await expect(page).toHaveTitle('Harbour – Tavla')
  await expectAccessible(page, 'an empty board')
  await board.menuButton.click()
  await expectAccessible(page, 'the menu of the board')
  await page.keyboard.press('Escape')
  await board.draw('Rectangle', { x: 300, y: 300 }, { x: 460, y: 420 })
  await board.click({ x: 380, y: 300 })
  await expect(board.properties).toBeVisible()
  await expectAccessible(page, 'a selection')
  await board.section('Fill')
  await expectAccessible(page, 'colours')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await board.pick('Text')
  await board.click({ x: 640, y: 400 })
  await page.keyboard.type('Quay')
  await expectAccessible(page, 'text being typed')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByTestId('share').click()
  await expect(page.getByLabel('Invite link')).toBeVisible()
  await expectAccessible(page, 'sharing from the board')
})

test('a read-only board and its help are accessible', async ({ people, visit }) => {
  const [ada, vi] = [await people.member('Ada'), await people.member('Vi')]
  const wid = await people.space(ada, 'Harbour', [[vi, 'viewer']])
  await visit(vi.page, `/whiteboard?w=${wid}`)
  await expect(vi.page.getByTestId('view-only')).toBeVisible()
  await expectAccessible(vi.page, 'a board to look at')
  await vi.page.keyboard.press('?')
  await expect(vi.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(vi.page, 'keyboard shortcuts')
})

test('on a phone nothing is cut off, and all controls are large enough for a finger', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const wid = await people.space(ada, 'Harbour')
  const lone = await people.member('Lone')
  await lone.api.space.requestAccess({ body: { wid, note: 'I sit two desks from you.', role: 'editor' } })
  const stranger = await people.visitor()
  for (const each of [page, stranger]) await each.setViewportSize({ width: 390, height: 844 })

  await visit(stranger, '/login')
  await expect(stranger.getByRole('button', { name: 'Continue as guest' })).toBeEnabled()
  await expectFitsFingers(stranger, 'sign in')
  await visit(page, '/dashboard')
  await expect(new DashboardPage(page).board('Harbour')).toBeVisible()
  await expectFitsFingers(page, 'dashboard')
  const share = new ShareDialog(page)
  await share.openFromDashboard('Harbour')
  await expect(share.dialog.getByLabel('Invite link')).toBeVisible()
  await expectFitsFingers(page, 'invitations')
  await share.dialog.getByRole('tab', { name: 'Members' }).click()
  await expect(share.dialog.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectFitsFingers(page, 'members')
  await visit(page, '/userinfo')
  await expect(page.getByText('This device')).toBeVisible()
  await expectFitsFingers(page, 'profile')
  await visit(page, `/whiteboard?w=${wid}`)
  await new BoardChrome(page).shown()
  await expectFitsFingers(page, 'board')
})
