import type { Page } from '@playwright/test'
import { openBoard } from '../pages/board-page.ts'
import { mailedLink } from '../pages/inbox.ts'
import { expect, test } from '../pages/test.ts'
import { LoginPage } from '../pages/login-page.ts'
import { password, type Person } from '../pages/people.ts'
import { ShareDialog } from '../pages/share-dialog.ts'

const open = (page: Page) => page.getByRole('button', { name: 'Open the board' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const findWid = (address: string) => new URL(address).searchParams.get('w') ?? ''
const listStoredInvites = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('invite-')))

async function onBoard(page: Page, wid: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === '/app/whiteboard')
  expect(findWid(page.url())).toBe(wid)
  await expect(page.getByRole('application', { name: 'Board Studio' })).toBeVisible()
}

async function findRole(owner: Person, wid: string, name: string): Promise<string | undefined> {
  const { list } = await owner.api.space.members({ query: { wid, all: '1' } })
  return list.find((member) => member.name === name)?.role
}

/** Opens the share dialog from the dashboard of somebody who can share. */
async function sharing({ page }: Person, board: string, visit: (page: Page, path: string) => Promise<void>) {
  await visit(page, '/dashboard')
  const share = new ShareDialog(page)
  await share.openFromDashboard(board)
  return share
}

test('a person invited by email registers and joins with that role; nobody else can use the link', async ({
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
  await expect(heading(bo.page, 'This invitation is for someone else')).toBeVisible()
  await expect(open(bo.page)).toBeHidden()
  expect(await findRole(ada, wid, 'Bo')).toBeUndefined()

  const page = await people.visitor()
  await page.goto(link)
  await expect(page.getByText('Ada invited you to')).toBeVisible()
  await expect(page.getByText('You can add elements and edit your own.')).toBeVisible()
  expect(await listStoredInvites(page)).toEqual([`invite-${wid}`])
  await page.getByRole('link', { name: 'Sign in or create an account' }).click()
  await expect(page.getByText('Ada invited you to Studio as a contributor.')).toBeVisible()
  // Guests can't accept it.
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeHidden()
  await new LoginPage(page).signUp({ name: 'Cleo', email, password })
  await expect(page.getByText('Signed in as Cleo')).toBeVisible()
  await open(page).click()
  await onBoard(page, wid)
  expect(await listStoredInvites(page)).toEqual([])
  expect(await findRole(ada, wid, 'Cleo')).toBe('contributor')
})

test('a pasted list is reduced to its emails, and a mistake in it keeps nobody else out', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada', { verified: true })
  const wid = await people.space(ada, 'Studio')
  const [cleo, fay] = [people.freshEmail('cleo'), people.freshEmail('fay')]
  // Before the first visit: Firefox's driver does not know these permissions, and there needs none.
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const share = await sharing(ada, 'Studio', visit)
  const field = share.dialog.getByLabel('Invite by email')
  await ada.page.evaluate((text) => navigator.clipboard.writeText(text), `Cleo <${cleo}>; ada@home`)
  await field.press('ControlOrMeta+V')
  await expect(share.dialog.getByText('Not an email address: ada@home')).toBeVisible()
  // What is still being typed is sent, too.
  await field.fill(fay)
  await share.dialog.getByRole('button', { name: 'Send' }).click()
  await expect(share.dialog.getByText(`Invited ${cleo}.`)).toBeVisible()
  await expect(share.dialog.getByText(`Invited ${fay}.`)).toBeVisible()
  await expect(share.dialog.getByRole('button', { name: 'Remove ada@home' })).toBeVisible()
  await expect(share.dialog.getByRole('button', { name: `Remove ${cleo}` })).toBeHidden()

  await share.showMembers()
  const row = share.dialog.getByRole('listitem').filter({ hasText: cleo })
  await expect(row).toContainText('Invited now')
  await row.getByRole('button', { name: `Copy the invitation link for ${cleo}` }).click()
  await expect(row).toContainText('Link copied')
  const link = await ada.page.evaluate(() => navigator.clipboard.readText())
  expect(findWid(link)).toBe(wid)
  const token = new URL(link).searchParams.get('invite') ?? ''
  expect(await ada.api.space.inviteInfo({ query: { token } })).toMatchObject({ wid, sentToOther: true })
})

test('an invite link survives a login that began elsewhere, and can be declined', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const { url } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })

  // The link opens the board's own URL for somebody who is not signed in.
  const page = await people.visitor()
  await visit(page, `/whiteboard${new URL(url).search}`)
  await new LoginPage(page).signIn(bo.email, password)
  await expect(page.getByText('Signed in as Bo')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(page, 'Invitation declined')).toBeVisible()
  expect(await listStoredInvites(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to boards', exact: true }).click()
  await expect(heading(page, 'Create your first board')).toBeVisible()
  expect(await findRole(ada, wid, 'Bo')).toBeUndefined()
})

test('a guest joins by a role link with just a name, until it is limited or revoked', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const share = await sharing(ada, 'Studio', visit)
  const link = await share.roleLink('Editor')

  // The words stand below the board's picture, however high it is.
  const [cover] = (await ada.api.space.builtInPhotos()).list
  await ada.api.space.setPhoto({ body: { wid, photo: cover?.id } })
  const page = await people.visitor()
  await page.goto(link)
  const picture = page.locator('section').locator('div:has(> img)').first()
  await expect(picture.locator('img')).toHaveJSProperty('complete', true)
  const [imageBox, nameBox] = [
    await picture.locator('img').boundingBox(),
    await heading(page, 'Studio').boundingBox(),
  ]
  expect(imageBox?.width).toBeGreaterThan(300)
  expect((imageBox?.y ?? 0) + (imageBox?.height ?? 0)).toBeLessThanOrEqual(nameBox?.y ?? 0)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await page.getByLabel('Your name').fill('Nora')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await onBoard(page, wid)
  expect(await findRole(ada, wid, 'Nora')).toBe('editor')
  // Opening the link again changes nothing and says so.
  await page.goto(link)
  await expect(heading(page, 'You’re already a member of “Studio”')).toBeVisible()
  expect(await listStoredInvites(page)).toEqual([])

  await share.openLinkSettings()
  const guests = share.dialog.getByRole('switch', { name: 'Allow guests' })
  await guests.click()
  await expect(guests).not.toBeChecked()
  await expect(share.dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  const stranger = await people.visitor()
  await stranger.goto(link)
  await expect(stranger.getByRole('link', { name: 'Sign in or create an account' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Continue as guest' })).toBeHidden()
  await share.revokeLink()
  await stranger.reload()
  await expect(heading(stranger, 'This link was revoked')).toBeVisible()
  expect(await listStoredInvites(stranger)).toEqual([])
})

test('each refused invitation gives its reason, and blocks nothing afterwards', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const { page } = bo
  // A free plan has five seats: Ada, three others and Bo take them all.
  const wid = await people.space(ada, 'Studio', [[bo, 'viewer']])
  const full = await people.space(ada, 'Full')
  const linkTo = (space: string, role: 'viewer' | 'commenter' | 'editor') =>
    ada.api.space.inviteLink({ query: { wid: space, role } })
  const toFull = await linkTo(full, 'viewer')
  for (const name of ['Cy', 'Di', 'Ed', 'Flo']) {
    const { api } = await people.account(name)
    await api.space.acceptInvite({ body: { token: toFull.token } })
  }
  await ada.api.space.removeMember({ query: { wid, uid: bo.uid } })
  const [viewer, commenter, editor] = [
    await linkTo(wid, 'viewer'),
    await linkTo(wid, 'commenter'),
    await linkTo(wid, 'editor'),
  ]
  const past = new Date(0).toISOString()
  await ada.api.space.changeInviteLink({ body: { wid, token: commenter.token, expiresAt: past } })
  await ada.api.space.changeInviteLink({ body: { wid, token: editor.token, domain: 'elsewhere.example' } })

  const refusals = [
    [viewer.token, wid, 'You were removed from this board'],
    [commenter.token, wid, 'This link has expired'],
    [editor.token, wid, 'This link is restricted to another domain'],
    ['%00', 'a', 'This link no longer works'],
    // The invite stays in the browser because a seat may become free; other boards can be opened meanwhile.
    [toFull.token, full, 'This board is full'],
  ] as const
  for (const [token, space, title] of refusals) {
    await visit(page, `/invite-loading?invite=${token}&w=${space}`)
    await expect(open(page).or(heading(page, title))).toBeVisible()
    if (await open(page).isVisible()) await open(page).click()
    await expect(heading(page, title)).toBeVisible()
  }
  // The limit is that of somebody else's plan, so upgrading one's own plan is not offered.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Back to boards', exact: true }).click()
  await expect(heading(page, 'Create your first board')).toBeVisible()
  await visit(page, '/request-access?w=%3Cb%3E')
  await expect(heading(page, 'Board not found')).toBeVisible()
})

test('an access request is granted by one click in an email, and the waiting page continues automatically', async ({
  server,
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')

  await visit(bo.page, `/whiteboard?w=${wid}`)
  await bo.page.getByLabel('Message to the admins').fill('I draw the harbour.')
  await bo.page.getByRole('button', { name: 'Request access' }).click()
  await expect(heading(bo.page, 'Request sent')).toBeVisible()
  await expect(bo.page.getByText('I draw the harbour.')).toBeVisible()
  await expect(bo.page.getByRole('button', { name: 'Send a reminder' })).toBeDisabled()

  const email = await mailedLink(server.url, ada.email, 'request-access')
  // Nobody else can create such a link: without a signature it only requests access.
  const unproved = new URL(email)
  unproved.searchParams.delete('proof')
  await ada.page.goto(unproved.href)
  await expect(heading(ada.page, 'Bo requests access')).toBeVisible()
  expect(await findRole(ada, wid, 'Bo')).toBeUndefined()
  await ada.page.goto(email)
  await expect(heading(ada.page, 'Bo now has access')).toBeVisible()
  await onBoard(bo.page, wid)
  expect(await findRole(ada, wid, 'Bo')).toBe('editor')
})

test('a role is lowered while someone draws; then the board gets another owner', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const share = await sharing(ada, 'Studio', visit)
  await share.showMembers()
  await expect(share.member('Bo')).toBeVisible()
  await expect(share.member('Bo').getByText('Here now')).toBeHidden()
  const board = await openBoard(bo, wid, visit)
  await expect(share.member('Bo').getByText('Here now')).toBeVisible()

  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 300 })
  await board.saved()
  await board.press({ x: 260, y: 250 })
  await board.goThrough({ x: 300, y: 300 }, { x: 340, y: 340 })
  await share.giveRole('Bo', 'Viewer')
  await expect(board.saveState).toHaveText('View only')
  await board.release()
  await expect(board.tool('pen')).toBeHidden()

  await share.act('Bo', 'Make owner')
  const question = ada.page.getByRole('dialog', { name: 'Make Bo the owner of “Studio”?' })
  await expect(question.getByRole('button', { name: 'Make owner' })).toBeDisabled()
  await question.getByLabel('Type “Studio” to confirm').fill('Studio')
  await question.getByRole('button', { name: 'Make owner' }).click()
  await expect(share.member('Bo')).toContainText('Owner')
  await expect(board.tool('pen')).toBeVisible()
  const { list } = await bo.api.user.notices()
  expect(list.find(({ type }) => type === 1004)).toMatchObject({ user: bo.uid, from_user: ada.uid })
})
