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

test('a profile photo is positioned by keys before it is saved', async ({ people, visit }) => {
  const { page } = await people.member('Ada')
  await visit(page, '/userinfo')
  // Red on the left, blue on the right.
  const image = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 200)
    const context = canvas.getContext('2d')
    for (const [x, color] of ['#ff0000', '#0000ff'].entries()) {
      if (context) context.fillStyle = color
      context?.fillRect(x * 200, 0, 200, 200)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(image) })
  const dialog = page.getByRole('dialog', { name: 'Position your photo' })
  const stage = dialog.getByRole('application', { name: 'Photo: drag it or use the arrow keys' })
  for (let step = 0; step < 30; step++) await stage.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const photo = page.locator('#profile img')
  await expect(photo).toBeVisible()
  const color = await photo.evaluate(async (element) => {
    const shown = element as HTMLImageElement
    await shown.decode()
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(shown, 0, 0, 1, 1)
    return {
      ratio: shown.naturalWidth / shown.naturalHeight,
      pixel: [...(context?.getImageData(0, 0, 1, 1).data ?? [])],
    }
  })
  expect(color.ratio).toBe(1)
  // Moved to the right as far as it goes, only its left half is left.
  expect(color.pixel[0]).toBeGreaterThan(200)
  expect(color.pixel[2]).toBeLessThan(60)
})
