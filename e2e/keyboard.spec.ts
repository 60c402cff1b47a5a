import type { Page } from '@playwright/test'
import { openBoard } from './pages/board-page.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { expect, test } from './pages/test.ts'

const heard = (page: Page) => page.getByTestId('announcer')
const focused = (page: Page) => page.locator(':focus')

test(
  'a diagram is made, read and changed by keyboard alone',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const board = await openBoard(ada, await people.space(ada, 'Studio'), visit)
    const { page, host } = board
    const { keyboard } = page

    await host.focus()
    await keyboard.press('r')
    await expect(heard(page)).toHaveText('Tool: Rectangle')
    await keyboard.press('Enter')
    await expect(heard(page)).toHaveText('Created: Rectangle')
    await keyboard.type('Plan')
    await keyboard.press('Escape')
    await keyboard.press('ControlOrMeta+ArrowRight')
    await expect(heard(page)).toHaveText('Created: Rectangle')
    await keyboard.type('Review')
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await expect(heard(page)).toHaveText('Nothing selected')

    // Reading order: the element that was made first is the leftmost, the connector lies between the two.
    await keyboard.press('Tab')
    await expect(heard(page)).toHaveText('Rectangle, Plan, connected to Review, 1 of 3')
    await keyboard.press('Tab')
    await expect(heard(page)).toHaveText('Connector, from Plan to Review, 2 of 3')
    await keyboard.press('Tab')
    await expect(heard(page)).toHaveText('Rectangle, Review, connected to Plan, 3 of 3')
    await keyboard.press('Shift+ArrowLeft')
    await expect(heard(page)).toHaveText(/2 elements selected$/)
    await keyboard.press('Escape')

    // Each repetition is a new element of the live region, so that it is read again.
    await keyboard.press('Tab')
    await keyboard.press('Alt+Shift+ArrowRight')
    await expect(heard(page)).toHaveText(/^Resized to \d+ by \d+$/)
    await keyboard.press('Alt+.')
    await expect(heard(page)).toHaveText('Rotated to 15°')
    await keyboard.press('Alt+,')
    await expect(heard(page)).toHaveText('Rotated to 0°')
    const paragraph = await heard(page).locator('p').elementHandle()
    await keyboard.press('Alt+.')
    await expect(heard(page)).toHaveText('Rotated to 15°')
    await keyboard.press('Alt+,')
    await expect(heard(page)).toHaveText('Rotated to 0°')
    expect(await paragraph?.evaluate((element) => element.isConnected)).toBe(false)
    await keyboard.press('ArrowDown')
    await expect(heard(page)).toHaveText(/^Moved to -?\d+, -?\d+$/)
    await keyboard.press('ControlOrMeta+z')
    await expect(heard(page)).toHaveText('Undone: Rectangle, Plan')
    await keyboard.press('Delete')
    await expect(heard(page)).toHaveText('Deleted: Rectangle, Plan')
    await keyboard.press('ControlOrMeta+z')
    await expect(heard(page)).toHaveText(/^Undone: /)
    await expect.poll(async () => (await board.elements('rect')).length).toBe(2)
  },
)

test('an element is connected to one that is searched, and the sizes read are the true ones', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const board = await openBoard(ada, await people.space(ada, 'Studio'), visit)
  const { page } = board
  const from = await board.draw('R', { x: 200, y: 200 }, { x: 360, y: 300 })
  await page.keyboard.type('Draft')
  await page.keyboard.press('Escape')
  await board.draw('O', { x: 600, y: 400 }, { x: 760, y: 500 })
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await board.host.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('selected')).toHaveText('Rectangle, Draft, 160 by 100')

  await page.keyboard.press('ControlOrMeta+Alt+k')
  const dialog = page.getByRole('dialog', { name: 'Connect to' })
  await page.keyboard.type('harb')
  await expect(dialog.getByRole('option')).toHaveText(['Ellipse, Harbour'])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(heard(page)).toHaveText('Created: Connector')
  await expect(focused(page)).toHaveAccessibleName('Board Studio')
  expect(await board.selection()).toEqual([from.id])
  await expect(page.getByTestId('selected')).toHaveText('Rectangle, Draft, connected to Harbour, 160 by 100')
  await expect(page.getByTestId('selected').locator('..')).toMatchAriaSnapshot(`
    - list "1 element selected":
      - listitem: Rectangle, Draft, connected to Harbour, 160 by 100
  `)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - application "Board Studio"
  `)
})

test('colleagues’ additions are announced together, at a calm pace', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [a, b] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await b.draw('R', { x: 200, y: 200 }, { x: 300, y: 300 })
  await expect(a.page.getByTestId('additions')).toHaveText('Bo added: Rectangle')
  // What is added meanwhile is announced together, ten seconds later.
  for (let i = 0; i < 3; i++) await b.page.keyboard.press('ControlOrMeta+d')
  await expect(a.page.getByTestId('additions')).toHaveText('Bo added 3 elements')
  await expect(b.page.getByTestId('additions')).toHaveText('')
})

test('F6 moves between the areas, and the focus on the board is visible', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page, host } = await openBoard(ada, await people.space(ada, 'Studio'), visit)
  await host.focus()
  await expect(host).not.toHaveAttribute('data-focus-ring')
  const areas = [
    'Board Menu',
    'Present Present',
    'Zoom and history Zoom out',
    'Help Keyboard shortcuts',
    'Tools Select',
  ]
  const seen: string[] = []
  for (let i = 0; i < areas.length; i++) {
    await page.keyboard.press('F6')
    seen.push(
      await focused(page).evaluate((element) => {
        const bar = element.closest('[role="toolbar"], [data-region]')
        return `${bar?.getAttribute('aria-label') ?? ''} ${element.ariaLabel ?? element.textContent}`.trim()
      }),
    )
  }
  expect(seen).toEqual(areas)
  await page.keyboard.press('F6')
  await expect(host).toBeFocused()
  await expect(host).toHaveAttribute('data-focus-ring')
  await page.keyboard.press('Shift+F6')
  await expect(host).not.toBeFocused()
  await page.mouse.click(600, 400)
  await expect(host).toBeFocused()
  await expect(host).not.toHaveAttribute('data-focus-ring')
})

test(
  'dialogs return the focus to what opened them, on the board and on the dashboard',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const board = await openBoard(ada, wid, visit)
    const { page } = board
    const focusInDialog = page.getByRole('dialog').locator(':focus')
    const share = page.getByTestId('share')
    await share.focus()
    await page.keyboard.press('Enter')
    await expect(focusInDialog).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(share).toBeFocused()
    const menu = page.getByTestId('board-menu')
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    await expect(focusInDialog).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    // A dialog opened by pointer leaves the keys to the board.
    await share.click()
    await expect(focusInDialog).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(board.host).toBeFocused()

    await visit(page, '/dashboard')
    const dashboard = new DashboardPage(page)
    const actions = dashboard.board('Studio').getByRole('button', { name: 'Actions for Studio' })
    for (const name of ['Rename', 'Members and invitations']) {
      await actions.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
      await expect(focusInDialog).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(actions).toBeFocused()
    }
  },
)

test('Backspace and Delete on a control leave the selection', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const board = await openBoard(ada, await people.space(ada, 'Studio'), visit)
  const box = await board.draw('R', { x: 200, y: 200 }, { x: 360, y: 300 })
  for (const control of [board.page.getByTestId('share'), board.tool('hand')]) {
    await control.focus()
    await board.page.keyboard.press('Backspace')
    await board.page.keyboard.press('Delete')
  }
  expect((await board.elements()).map(({ id }) => id)).toEqual([box.id])
})
