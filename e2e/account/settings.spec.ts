import { BoardChrome } from '../pages/board-chrome.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { expect, test } from '../pages/test.ts'
import { AccountMenu, LoginPage } from '../pages/login-page.ts'
import { password } from '../pages/people.ts'

test('single-key shortcuts can be turned off, for the account on every device', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const wid = await people.space(ada, 'Studio')
  await visit(page, '/userinfo')
  const shortcuts = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await expect(shortcuts).toBeChecked()
  // The input itself is visually hidden; the component library draws its own control.
  await shortcuts.press('Space')
  await expect(shortcuts).not.toBeChecked()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  // Signing in without a page load reads the stored settings before writing any.
  const other = await people.visitor()
  await visit(other, '/login')
  await new LoginPage(other).signIn(ada.email, password)
  await new DashboardPage(other).shown()
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await new AccountMenu(other).open()
  await other.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect
    .poll(async () => JSON.parse((await ada.api.user.settings()).settings) as unknown)
    .toEqual({ letterKeys: false, theme: 'light' })

  await visit(other, `/whiteboard?w=${wid}`)
  const board = new BoardChrome(other)
  await board.shown()
  await board.press('r')
  await expect(board.tool('Rectangle')).toHaveAttribute('aria-pressed', 'false')
  await board.press('Control+k')
  await expect(other.getByRole('dialog')).toBeVisible()
})

test('a double click creates one board', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible()
  await page.getByRole('button', { name: 'New board' }).first().dblclick()
  await new BoardChrome(page).shown()
  expect((await ada.api.space.list({ query: {} })).total).toBe(1)
})
