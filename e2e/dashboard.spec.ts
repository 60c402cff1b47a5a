import { BoardPage } from './pages/board-page.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { expect, test } from './pages/test.ts'

test('the first board is created from the empty state, then renamed, starred and found', async ({
  people,
  visit,
}) => {
  const { page } = await people.member('Ada')
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  await expect(dashboard.list.getByRole('heading', { name: 'Create your first board' })).toBeVisible()
  await dashboard.list.getByRole('button', { name: 'New board' }).click()
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=[\w-]+/)

  await visit(page, '/dashboard')
  await dashboard.rename('Untitled board', 'Harbour')
  await expect(dashboard.names()).toHaveText(['Harbour'])
  await dashboard.place('Starred').click()
  await expect(dashboard.list.getByRole('heading', { name: 'No starred boards' })).toBeVisible()
  await dashboard.place('All boards').click()
  await dashboard.star('Harbour').click()
  await expect(dashboard.star('Harbour')).toHaveAttribute('aria-pressed', 'true')
  await dashboard.place('Starred').click()
  // The list of all boards is the same.
  await expect(page).toHaveURL(/filter=starred$/)
  await expect(dashboard.names()).toHaveText(['Harbour'])

  await dashboard.search.fill('lighthouse')
  await expect(dashboard.list.getByRole('heading', { name: 'No results for “lighthouse”' })).toBeVisible()
  await dashboard.search.fill('harb')
  await expect(dashboard.names()).toHaveText(['Harbour'])
  await dashboard.board('Harbour').getByRole('link').click()
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=[\w-]+/)

  // The browser's back button returns through the visited folders.
  await page.goBack()
  await expect(dashboard.search).toHaveValue('harb')
  await expect(page).toHaveURL(/filter=starred&q=harb$/)
  await page.goBack()
  await expect(dashboard.search).toHaveValue('')
  await expect(dashboard.names()).toHaveText(['Harbour'])
  await page.goBack()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
})

test('filter, order and view are restored, also after a reload', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  for (const name of ['Canal', 'Alley', 'Bridge']) await people.space(ada, name)
  await people.space(bo, 'Dike', [[ada, 'editor']])
  const { page } = ada
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Dike', 'Bridge', 'Alley', 'Canal'])

  await dashboard.place('Mine').click()
  await page.getByRole('button', { name: 'Sort: Last edited' }).click()
  await page.getByRole('menuitem', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'List view' }).click()
  await expect(dashboard.names()).toHaveText(['Alley', 'Bridge', 'Canal'])

  await page.reload()
  await expect(dashboard.names()).toHaveText(['Alley', 'Bridge', 'Canal'])
  await expect(dashboard.place('Mine')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Grid view' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort: Name' })).toBeVisible()
  await dashboard.place('Shared').click()
  await expect(dashboard.names()).toHaveText(['Dike'])
})

test('a deleted board is restored by undo, then from the trash, and deleted for good on request', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await people.space(ada, 'Harbour')
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')

  await dashboard.menu('Harbour', 'Move to trash')
  await expect(dashboard.toast).toContainText('Moved “Harbour” to trash')
  await expect(dashboard.board('Harbour')).toBeHidden()
  await dashboard.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(dashboard.board('Harbour')).toBeVisible()

  await dashboard.menu('Harbour', 'Move to trash')
  await expect(dashboard.board('Harbour')).toBeHidden()
  await dashboard.place('Trash').click()
  await expect(dashboard.list).toContainText('permanently deleted after 30 days')
  await dashboard.menu('Harbour', 'Restore')
  await expect(dashboard.list.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
  await dashboard.place('All boards').click()
  await dashboard.menu('Harbour', 'Move to trash')
  await dashboard.place('Trash').click()

  await dashboard.menu('Harbour', 'Delete permanently')
  const question = page.getByRole('dialog', { name: 'Delete “Harbour” permanently?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dashboard.list.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
  await dashboard.place('All boards').click()
  await expect(dashboard.list.getByRole('heading', { name: 'Create your first board' })).toBeVisible()
})

test('a board is opened in a new tab and its link copied from its menu, and the trash is emptied at once', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const { page } = ada
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const wid = await people.space(ada, 'Harbour')
  await people.space(ada, 'Bridge')
  await people.space(bo, 'Canal', [[ada, 'admin']])
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')

  const opened = page.context().waitForEvent('page')
  await dashboard.menu('Harbour', 'Open in new tab')
  await expect(await opened).toHaveURL(new RegExp(`/app/whiteboard\\?w=${wid}$`))
  await page.bringToFront()
  await dashboard.menu('Harbour', 'Copy link')
  await expect(dashboard.toast).toContainText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^http://.+/app/whiteboard\\?w=${wid}$`),
  )

  for (const name of ['Harbour', 'Bridge', 'Canal']) {
    await dashboard.menu(name, 'Move to trash')
    await expect(dashboard.board(name)).toBeHidden()
  }
  await dashboard.place('Trash').click()
  await dashboard.list.getByRole('button', { name: 'Empty trash' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 boards permanently?' })
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dashboard.names()).toHaveText(['Canal'])
  await dashboard.list.getByRole('button', { name: 'Empty trash' }).click()
  await expect(dashboard.toast).toContainText('Only a board’s owner can delete it permanently.')
})

test('a board’s menu leads to its export and to a new owner; its card shows who is on it', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  await people.space(ada, 'Harbour', [[bo, 'editor']])
  const { page } = ada
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  await expect(dashboard.board('Harbour').getByTitle('2 members: ')).toBeVisible()
  await dashboard.menu('Harbour', 'Transfer ownership')
  const members = page.getByRole('dialog')
  await members.getByRole('button', { name: 'Actions for Bo' }).click()
  await page.getByRole('menuitem', { name: 'Make owner' }).press('Escape')
  await members.getByRole('button', { name: 'Close' }).first().click()
  await dashboard.menu('Harbour', 'Export')
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
})

test('first steps that need a board create one, and settings have links to their sections', async ({
  people,
  visit,
}) => {
  const { page } = await people.member('Ada')
  await visit(page, '/dashboard')
  await page.getByRole('button', { name: 'Star a board' }).click()
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=[\w-]+/)

  await visit(page, '/userinfo')
  const links = page.getByRole('navigation', { name: 'Sections' })
  await links.getByRole('link', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/#delete$/)
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeInViewport()
  await links.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Your name')).toBeInViewport()
})

test('without the server the dashboard says so, keeps its content, and recovers', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await people.space(ada, 'Harbour')
  const dashboard = new DashboardPage(page)
  await page.clock.install()
  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Harbour'])

  await server.kill()
  // The dashboard refetches every 30 seconds.
  await page.clock.fastForward('00:31')
  await expect(dashboard.list.getByText('You’re offline. This list may be out of date.')).toBeVisible()
  await expect(dashboard.names()).toHaveText(['Harbour'])
  await dashboard.place('Starred').click()
  await expect(dashboard.list.getByRole('heading', { name: 'Couldn’t load your boards' })).toBeVisible()
  await server.start()
  await dashboard.tryAgain()
  await expect(dashboard.list.getByRole('heading', { name: 'No starred boards' })).toBeVisible()

  // The page loads but every call fails: the list cached last is still shown.
  await dashboard.place('All boards').click()
  await expect(dashboard.names()).toHaveText(['Harbour'])
  await ada.context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(dashboard.list.getByRole('alert')).toContainText('Can’t reach the server.')
  await expect(dashboard.list.getByRole('alert')).toContainText(
    'You can open boards you’ve used in this browser',
  )
  // It was never opened in this browser, so it cannot be opened offline.
  await expect(dashboard.list.getByRole('listitem')).toHaveText([/Harbour\s*Not available offline$/])
  await dashboard.place('Trash').click()
  await expect(dashboard.list.getByRole('heading', { name: 'Couldn’t load your boards' })).toBeVisible()
  await ada.context.unroute('**/api/**')
  await dashboard.tryAgain()
  await expect(dashboard.list.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
})

test('an action that cannot reach the server says so in place, and can be retried', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await people.space(ada, 'Harbour')
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  const failure = page.getByRole('main').getByRole('alert')
  await page.route('**/api/space/duplicate', (route) => route.abort())
  await dashboard.menu('Harbour', 'Duplicate')
  await expect(failure).toContainText('Can’t reach the server.')
  await expect(dashboard.toast).toBeEmpty()
  await page.unroute('**/api/space/duplicate')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(dashboard.board('Copy of Harbour')).toBeVisible()
  await expect(failure).toBeHidden()
})

// A drag between elements and forced colours are things that Firefox's driver does not have.
test('boards are selected together, by key and by range, put into a folder, archived and restored @chromium', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  for (const name of ['Alley', 'Bridge', 'Canal']) await people.space(ada, name)
  const dashboard = new DashboardPage(page)
  const bar = page.getByRole('group', { name: 'Selected boards' })
  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Canal', 'Bridge', 'Alley'])

  // The list is a single tab stop; arrow keys move inside it.
  await dashboard.names().first().focus()
  await page.keyboard.press('End')
  await expect(dashboard.names().last()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Move to folder' }).click()
  await page.getByRole('radio', { name: 'New folder' }).check()
  await page.getByLabel('Folder name').fill('Town')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(bar).toBeHidden()
  const town = dashboard.place('Town 2 boards')
  await town.click()
  await expect(dashboard.names()).toHaveText(['Bridge', 'Alley'])

  await page.keyboard.press('Control+a')
  await bar.getByRole('button', { name: 'Archive' }).click()
  await expect(dashboard.toast).toContainText('Archived 2 boards')
  await expect(dashboard.list.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  await dashboard.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(dashboard.names()).toHaveText(['Bridge', 'Alley'])

  await dashboard.place('All boards').click()
  await dashboard.board('Canal').dragTo(town)
  await expect(dashboard.place('Town 3 boards')).toBeVisible()
  await dashboard.names().first().focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Board name').fill('Kanal')
  await page.keyboard.press('Enter')
  await expect(dashboard.names()).toHaveText(['Kanal', 'Bridge', 'Alley'])
  await dashboard.names().first().focus()
  await page.keyboard.press('Delete')
  await expect(dashboard.names()).toHaveText(['Bridge', 'Alley'])
  await expect(dashboard.names().first()).toBeFocused()
})

test('a template becomes a board; its text is found and opened in place; people online are shown live', async ({
  people,
  visit,
}) => {
  // The banner that asks others for their code moves what is below it.
  const [ada, bo] = [await people.member('Ada', { verified: true }), await people.member('Bo')]
  const { page } = ada
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  await dashboard.list.getByRole('button', { name: 'Templates' }).click()
  const gallery = page.getByRole('dialog', { name: 'Templates' })
  await gallery.getByRole('tab', { name: 'Agile' }).click()
  await gallery.getByRole('searchbox').fill('retro')
  await gallery.getByRole('button', { name: /^Retrospective/ }).click()
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=[\w-]+/)
  const wid = new URL(page.url()).searchParams.get('w') ?? ''
  const board = new BoardPage(page)
  await board.opened()
  await expect.poll(() => board.elements().then(({ length }) => length)).toBeGreaterThan(5)
  const [, word = ''] = /"text":"([A-Za-z]{5,})/.exec(JSON.stringify(await board.elements())) ?? []

  // A job indexes the board once nobody has edited it for some seconds.
  await expect
    .poll(async () => (await ada.api.space.list({ query: { key: word } })).list[0]?.match?.element)
    .toBeDefined()
  await visit(page, '/dashboard')
  await expect(dashboard.board('Retrospective')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  const place = dashboard
    .board('Retrospective')
    .getByRole('link')
    .filter({ has: page.locator('mark') })
  // Frames of a window that is not in front are rare in Firefox, so that nothing in it counts as still.
  await page.bringToFront()
  const found = new URLSearchParams((await place.getAttribute('href'))?.split('?')[1]).get('o')
  await place.click()
  await expect.poll(() => board.selection()).toEqual([found])

  await visit(page, '/dashboard')
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'viewer' } })
  await bo.api.space.acceptInvite({ body: { token } })
  await visit(bo.page, `/whiteboard?w=${wid}`)
  await expect(dashboard.board('Retrospective').getByText('1 here now')).toBeVisible()
  await bo.page.close()
  await expect(dashboard.board('Retrospective').getByText('1 here now')).toBeHidden()
})

test('with text of twice the size on a small phone, nothing on the dashboard or a board is outside the screen', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'A board with a long name')
  const { page } = ada
  // Sizes are multiples of the text size: half the width is the same as text of twice the size on 320 px.
  await page.setViewportSize({ width: 160, height: 640 })
  const getOutside = () =>
    page.evaluate(() => {
      const isOutside = (control: Element) => {
        const { left, right, width } = control.getBoundingClientRect()
        const isScrolled = control.closest('[role="toolbar"]') !== null
        return width > 0 && !isScrolled && (left < -1 || right > innerWidth + 1)
      }
      const controls = [...document.querySelectorAll('button, a[href]:not([href="#content"]), input')]
      return controls
        .filter(isOutside)
        .map((control) => control.getAttribute('aria-label') ?? control.textContent)
    })
  const getWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await visit(page, '/dashboard')
  await expect(page.getByRole('button', { name: 'New board' })).toBeVisible()
  await expect.poll(getOutside).toEqual([])
  // A scroll bar may take room of it.
  expect(await getWidth()).toBeLessThanOrEqual(160)
  await visit(page, `/whiteboard?w=${wid}`)
  await page.getByTestId('board-menu').click()
  await expect(page.getByRole('menuitem', { name: 'Members' })).toBeVisible()
  await expect.poll(getOutside).toEqual([])
  expect(await getWidth()).toBeLessThanOrEqual(160)
})

test('with forced colours, lines show what is current and where a dialog ends @chromium', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const { page } = ada
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/dashboard')
  const dashboard = new DashboardPage(page)
  await expect(dashboard.place('All boards')).toHaveCSS('outline-style', 'solid')
  await expect(dashboard.place('Trash')).toHaveCSS('outline-style', 'none')
  await visit(page, `/whiteboard?w=${wid}`)
  await page.getByTestId('share').click()
  const dialog = page.getByRole('dialog', { name: 'Share “Studio”' })
  await expect(dialog).toHaveCSS('border-top-style', 'solid')
  const [invite, members] = [
    dialog.getByRole('tab', { name: 'Invite' }),
    dialog.getByRole('tab', { name: 'Members' }),
  ]
  await expect(invite).toHaveCSS('border-bottom-width', '4px')
  await expect(members).not.toHaveCSS('border-bottom-width', '4px')
})
