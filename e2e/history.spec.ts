import { expectAccessible, expectFitsFingers } from './pages/accessible.ts'
import { openBoard, sameBoard } from './pages/board-page.ts'
import { HistoryPage } from './pages/history-page.ts'
import { WhileAwayPanel } from './pages/while-away-panel.ts'
import { expect, test } from './pages/test.ts'

test('a damaged board is viewed in history and restored, which is undone in one step', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const mine = await board.draw('R', { x: 300, y: 200 }, { x: 420, y: 280 })
  const remaining = await board.draw('R', { x: 500, y: 200 }, { x: 620, y: 280 })
  await sameBoard(board, other)
  const before = await board.records()

  await other.page.keyboard.press('Escape')
  await other.host.press('V')
  await other.click({ x: 300, y: 240 })
  await other.host.press('Delete')
  const junk = await other.draw('R', { x: 700, y: 300 }, { x: 760, y: 360 })
  const changed = await sameBoard(board, other)
  expect(changed.map(({ id }) => id)).not.toContain(mine.id)

  const history = await HistoryPage.open(board.page)
  await expect(history.versionTitle).toContainText('Bo')
  await expect(history.root.getByTestId('plan')).toContainText('Your plan keeps 30 days of history (0 used).')
  await expectAccessible(board.page, 'history')

  // Two versions back by keyboard, with the differences to the current version marked on the board.
  await board.page.keyboard.press('ArrowLeft')
  await board.page.keyboard.press('ArrowLeft')
  await expect(history.versionTitle).toContainText('Ada')
  await history.root.getByLabel('Compare with').selectOption('Current version')
  await expect(history.difference).toContainText('1 added')
  await expect(history.difference).toContainText('1 removed')
  await expectAccessible(board.page, 'history with differences')

  await history.name('Before Bo')
  await board.page.keyboard.press('End')
  await expect(history.versionTitle).toContainText('Bo')
  await history.root.getByRole('button', { name: /^Before Bo/ }).click()
  await expect(history.versionTitle).toContainText('Ada')

  await history.restore('Whole board')
  await expect(history.root).toBeHidden()
  await expect.poll(() => board.records()).toEqual(before)
  await sameBoard(board, other)
  await board.host.press('Control+z')
  await expect.poll(async () => (await board.records()).map(({ id }) => id)).toContain(junk.id)
  const ids = (await sameBoard(board, other)).map(({ id }) => id)
  expect([ids.includes(mine.id), ids.includes(remaining.id)]).toEqual([false, true])
})

test('an area is restored alone, and so is everything but one person’s work', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Parts', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const left = await board.draw('R', { x: 200, y: 200 }, { x: 300, y: 280 })
  const right = await board.draw('R', { x: 600, y: 200 }, { x: 700, y: 280 })
  await sameBoard(board, other)
  await other.host.press('Escape')
  await other.host.press('Control+a')
  await other.host.press('Delete')
  await sameBoard(board, other)
  const later = await board.draw('R', { x: 400, y: 450 }, { x: 460, y: 500 })
  await sameBoard(board, other)
  const ids = async () => (await sameBoard(board, other)).map(({ id }) => id)

  // An area around the left element only; Ada's later one lies outside and is not restored.
  let history = await HistoryPage.open(board.page)
  await board.page.keyboard.press('ArrowLeft')
  await board.page.keyboard.press('ArrowLeft')
  await history.restore('Area…', async () => {
    await history.dragOver({ x: 180, y: 180 }, { x: 330, y: 300 })
  })
  await expect(history.root).toBeHidden()
  await expect.poll(ids).toContain(left.id)
  expect(await ids()).not.toContain(right.id)
  expect(await ids()).toContain(later.id)

  history = await HistoryPage.open(board.page)
  await board.page.keyboard.press('Home')
  await history.restore('Undo one person’s changes…', async () => {
    await board.page
      .getByRole('dialog', { name: /^Undo Bo’s|^Undo Ada’s/ })
      .getByLabel('Person')
      .selectOption('Bo')
  })
  await expect(history.root).toBeHidden()
  await expect.poll(ids).toContain(right.id)
  expect(await ids()).toContain(later.id)
})

test('a viewer sees the history, names and restores nothing, and is informed of changes meanwhile', async ({
  people,
  visit,
}) => {
  const [ada, vi] = [await people.member('Ada'), await people.member('Vi')]
  const wid = await people.space(ada, 'Seen', [[vi, 'viewer']])
  const board = await openBoard(ada, wid, visit)
  await board.draw('R', { x: 300, y: 200 }, { x: 420, y: 280 })
  await board.saved()
  const seen = vi.page.waitForResponse((answer) => answer.url().endsWith('/history/seen'))
  const viewer = await openBoard(vi, wid, visit)
  await seen
  await viewer.page.goto('about:blank')
  await board.draw('R', { x: 500, y: 200 }, { x: 620, y: 280 })
  await board.saved()

  await openBoard(vi, wid, visit)
  const newChanges = viewer.page.getByTestId('news')
  await expect(newChanges).toContainText('Ada changed this board while you were away')
  const limits = viewer.page.getByTestId('view-only')
  await expect(limits, 'one line at most').toBeHidden()
  await newChanges.getByRole('button', { name: 'Show' }).click()
  await expect(limits).toBeVisible()
  const away = new WhileAwayPanel(viewer.page)
  await expect(away.root.getByTestId('change')).toContainText('Ada added a rectangle')
  await away.act('Show in history')
  const history = new HistoryPage(viewer.page)
  await expect(history.difference).toContainText('1 added')
  await expect(history.root.getByText('Admins and the owner can restore')).toBeVisible()
  await expect(history.root.getByTestId('plan')).toHaveText('This board keeps 30 days of history (0 used).')
  await expect(history.root.getByRole('button', { name: 'Name version' })).toHaveCount(0)

  await viewer.page.setViewportSize({ width: 390, height: 844 })
  await expectFitsFingers(viewer.page, 'history on a phone')
  // By keyboard: playback from the first version to the last.
  await viewer.page.keyboard.press('Home')
  await history.root.getByRole('button', { name: 'Play' }).focus()
  await viewer.page.keyboard.press('Space')
  await expect(history.versionTitle).toContainText('Ada')
  await viewer.page.keyboard.press('Escape')
  await expect(history.root).toBeHidden()
})

test('a session lists its actions, removed elements are shown as ghosts, and an element has its own history', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Story', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const deleted = await board.draw('R', { x: 300, y: 200 }, { x: 420, y: 280 })
  await board.draw('O', { x: 500, y: 200 }, { x: 620, y: 280 })
  await sameBoard(board, other)
  await other.host.press('V')
  await other.click({ x: 300, y: 240 })
  await other.host.press('Delete')
  await sameBoard(board, other)

  const history = await HistoryPage.open(board.page)
  await expect(history.versionTitle).toHaveText('Bo deleted a rectangle')
  await history.root.getByRole('button', { name: /^Changes in session/ }).click()
  const acts = history.root.getByTestId('act')
  await expect(acts.nth(0)).toContainText('Bo deleted a rectangle')
  await expect(acts.nth(1)).toContainText('Ada added 2 elements')
  await expectAccessible(board.page, 'history with acts')
  expect(await history.hasGhost()).toBe(true)

  // An element's context menu shows its own history, and it can be restored alone.
  await acts.nth(1).click()
  await expect(history.versionTitle).toHaveText('Ada added 2 elements')
  expect(await history.hasGhost()).toBe(false)
  await history.rightClick({ x: 300, y: 240 })
  await board.page.getByRole('menuitem', { name: 'Restore this element' }).click()
  await board.page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(history.root).toBeHidden()
  await expect.poll(async () => (await sameBoard(board, other)).map(({ id }) => id)).toContain(deleted.id)

  await board.host.press('V')
  await board.page.keyboard.press('Escape')
  await board.rightClick({ x: 300, y: 240 })
  await board.page.getByRole('menuitem', { name: 'Element history' }).click()
  await expect(history.root.getByText('Showing the history of one element.')).toBeVisible()
  await expect(history.versionTitle).toHaveText('Ada restored a rectangle')
  await expect(history.root).toContainText('3 of 3 changes')
})
