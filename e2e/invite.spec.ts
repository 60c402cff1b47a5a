import type { Page } from '@playwright/test'
import { mailedLink } from './pages/inbox.ts'
import { expect, test } from './pages/journey.ts'
import { LoginPage } from './pages/login-page.ts'
import { password, type Person } from './pages/people.ts'
import { ShareDialog } from './pages/share-dialog.ts'

const open = (page: Page) => page.getByRole('button', { name: 'Open the board' })
const widIn = (address: string) => new URL(address).searchParams.get('w') ?? ''
const keptInvites = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('invite-')))

async function onBoard(page: Page, wid: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === '/app/whiteboard')
  expect(widIn(page.url())).toBe(wid)
  await expect(page.getByRole('application', { name: 'Board Studio' })).toBeVisible()
}

async function roleIn(owner: Person, wid: string, name: string): Promise<string | undefined> {
  const { list } = await owner.api.space.members({ query: { wid, all: '1' } })
  return list.find((member) => member.name === name)?.role
}

/** Opens the dialog on the dashboard of somebody who may share. */
async function sharing({ page }: Person, board: string, visit: (page: Page, path: string) => Promise<void>) {
  await visit(page, '/dashboard')
  const share = new ShareDialog(page)
  await share.openFromDashboard(board)
  return share
}

test('whoever opens a role link registers, accepts, and is in the space with that role', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const share = await sharing(ada, 'Studio', visit)
  const link = await share.roleLink('Commenter')
  expect(new URL(link).pathname).toBe('/app/invite-loading')
  expect(widIn(link)).toBe(wid)

  const page = await people.visitor()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible()
  await expect(page.getByText('Ada invites you to')).toBeVisible()
  await expect(page.getByText('You can look around and comment.')).toBeVisible()
  expect(await keptInvites(page)).toEqual([`invite-${wid}`])

  await page.getByRole('link', { name: 'Sign in or create an account' }).click()
  await expect(page.getByText('Ada invites you to Studio as a commenter.')).toBeVisible()
  await new LoginPage(page).signUp({ name: 'Bo', email: people.freshEmail('bo'), password })
  await expect(page.getByText('Signed in as Bo')).toBeVisible()
  await open(page).click()
  await onBoard(page, wid)
  expect(await keptInvites(page)).toEqual([])

  await share.showMembers()
  await expect(share.member('Bo')).toBeVisible()
  await expect(share.roleOf('Bo')).toHaveValue('Commenter')
  expect(await roleIn(ada, wid, 'Bo')).toBe('commenter')
})

test('the link remembers itself through a login that began elsewhere, and can be declined', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const { url } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })

  // The link is opened on the board's own address, by somebody who is not signed in.
  const page = await people.visitor()
  await visit(page, `/whiteboard${new URL(url).search}`)
  await new LoginPage(page).signIn(bo.email, password)
  await expect(page.getByText('Signed in as Bo')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Invitation declined' })).toBeVisible()
  expect(await keptInvites(page)).toEqual([])
  await page.getByRole('link', { name: 'To your boards', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Make your first board' })).toBeVisible()
  expect(await roleIn(ada, wid, 'Bo')).toBeUndefined()
})

test('a revoked link says so, and lets nobody in', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const share = await sharing(ada, 'Studio', visit)
  const link = await share.roleLink('Viewer')

  // Bo sees the invitation before it is revoked, and answers afterwards.
  await bo.page.goto(link)
  await expect(open(bo.page)).toBeVisible()
  await share.revokeLink()
  await open(bo.page).click()
  await expect(bo.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await roleIn(ada, wid, 'Bo')).toBeUndefined()

  const stranger = await people.visitor()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await keptInvites(stranger)).toEqual([])
})

test('an invitation by mail lets in the address it was sent to, and nobody else', async ({
  server,
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada', { verified: true }), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const share = await sharing(ada, 'Studio', visit)
  const email = people.freshEmail('cleo')
  await share.inviteByMail(email, 'Contributor')
  await share.showMembers()
  await expect(share.dialog.getByText(email)).toBeVisible()
  const link = await mailedLink(server.url, email, 'invite-loading')

  await bo.page.goto(link)
  await open(bo.page).click()
  await expect(bo.page.getByRole('heading', { name: 'This invitation is for somebody else' })).toBeVisible()
  expect(await roleIn(ada, wid, 'Bo')).toBeUndefined()

  const page = await people.visitor()
  await page.goto(link)
  await page.getByRole('link', { name: 'Sign in or create an account' }).click()
  await new LoginPage(page).signUp({ name: 'Cleo', email, password })
  await open(page).click()
  await onBoard(page, wid)
  expect(await roleIn(ada, wid, 'Cleo')).toBe('contributor')
})

test('a guest comes in by a link with just a name, and not by a link that wants accounts', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const share = await sharing(ada, 'Studio', visit)
  const link = await share.roleLink('Editor')

  const page = await people.visitor()
  await page.goto(link)
  await page.getByRole('button', { name: 'Come in as a guest' }).click()
  await page.getByLabel('Your name').fill('Nora')
  await page.getByRole('button', { name: 'Continue as a guest' }).click()
  await onBoard(page, wid)
  expect(await roleIn(ada, wid, 'Nora')).toBe('editor')

  await share.dialog.getByRole('switch', { name: 'Guests may come in' }).click()
  await expect(share.dialog.getByRole('switch', { name: 'Guests may come in' })).not.toBeChecked()
  const stranger = await people.visitor()
  await stranger.goto(link)
  await expect(stranger.getByRole('link', { name: 'Sign in or create an account' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Come in as a guest' })).toBeHidden()
})

test('whoever may not see a board asks for access, and is on it once an admin says yes', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')

  await visit(bo.page, `/whiteboard?w=${wid}`)
  await expect(bo.page.getByRole('heading', { name: 'Ask for access' })).toBeVisible()
  await bo.page.getByLabel('A few words to the admins').fill('I draw the harbour.')
  await bo.page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(bo.page.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()

  const share = await sharing(ada, 'Studio', visit)
  await share.showMembers()
  const request = share.dialog.getByRole('listitem').filter({ hasText: 'I draw the harbour.' })
  await expect(request).toContainText('Bo')
  await request.getByRole('button', { name: 'Let in' }).click()
  await expect(request).toBeHidden()
  await expect(share.roleOf('Bo')).toHaveValue('Editor')

  // The page that waits looks again by itself.
  await onBoard(bo.page, wid)
})

test('a full board says so, and leaves the way to one’s own boards open', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  // A free plan has room for five.
  const others = await Promise.all(['Bo', 'Cy', 'Di', 'Ed'].map((name) => people.member(name)))
  const wid = await people.space(
    ada,
    'Studio',
    others.map((other) => [other, 'viewer'] as const),
  )
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'viewer' } })
  const { page } = await people.member('Flo')
  await visit(page, `/invite-loading?invite=${token}&w=${wid}`)
  await open(page).click()
  await expect(page.getByRole('heading', { name: 'This board is full' })).toBeVisible()
  await page.getByRole('link', { name: 'To your boards', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Make your first board' })).toBeVisible()
})

test('an address with nonsense for an invite is refused once and stands in nobody’s way', async ({
  people,
  visit,
}) => {
  const { page } = await people.member('Ada')
  await visit(page, '/invite-loading?invite=%00&w=a')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await keptInvites(page)).toEqual([])
  await visit(page, '/whiteboard?w=../x')
  await expect(page.getByRole('heading', { name: 'Which board?' })).toBeVisible()
  await visit(page, '/request-access?w=%3Cb%3E')
  await expect(page.getByRole('heading', { name: 'Which board?' })).toBeVisible()
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Make your first board' })).toBeVisible()
})
