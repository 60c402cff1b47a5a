import { expectAccessible } from './pages/accessible.ts'
import { openBoard, sameBoard } from './pages/board-page.ts'
import { expect, test } from './pages/journey.ts'

test('a board that somebody spoiled is looked at in history and restored, and that is undone in one step', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const mine = await board.draw('R', { x: 300, y: 200 }, { x: 420, y: 280 })
  const kept = await board.draw('R', { x: 500, y: 200 }, { x: 620, y: 280 })
  await sameBoard(board, other)
  const before = await board.records()

  await other.page.keyboard.press('Escape')
  await other.host.press('V')
  await other.click({ x: 300, y: 240 })
  await other.host.press('Delete')
  const junk = await other.draw('R', { x: 700, y: 300 }, { x: 760, y: 360 })
  const spoiled = await sameBoard(board, other)
  expect(spoiled.map(({ id }) => id)).not.toContain(mine.id)

  const { page } = board
  await page.getByTestId('board-menu').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByTestId('history')
  await expect(history.getByTestId('moment')).toContainText('Bo')
  await expectAccessible(page, 'history')

  // Two changes back, by keyboard, with the differences to now marked on the board.
  await history.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
  await history.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
  await expect(history.getByTestId('moment')).toContainText('Ada')
  await history.getByLabel('Mark differences from').selectOption('The board now')
  await expect(history.getByTestId('difference-counts')).toContainText('1 added')
  await expect(history.getByTestId('difference-counts')).toContainText('1 removed')
  await expect(history.getByTestId('difference').locator('g')).toHaveCount(2)

  await history.getByLabel('Name this moment').fill('Before Bo')
  await history.getByRole('button', { name: 'Save' }).click()
  await expect(history.getByRole('button', { name: /^Before Bo/ })).toBeVisible()

  await history.getByRole('button', { name: 'Restore…' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(history).toBeHidden()
  await expect.poll(() => board.records()).toEqual(before)
  await sameBoard(board, other)
  await board.host.press('Control+z')
  await expect.poll(async () => (await board.records()).map(({ id }) => id)).toContain(junk.id)
  const ids = (await sameBoard(board, other)).map(({ id }) => id)
  expect([ids.includes(mine.id), ids.includes(kept.id)]).toEqual([false, true])
})
