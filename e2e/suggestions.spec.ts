import { expectAccessible, hear } from './pages/accessible.ts'
import { WhileAwayPanel } from './pages/while-away-panel.ts'
import { type BoardPage, isPainted, openBoard, sameBoard } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'
import { waitUntilPreloaded } from './pages/offline-app.ts'

const boardMessage = (board: BoardPage) => board.page.getByTestId('notice')
const tags = (board: BoardPage) => board.page.getByTestId('suggestion')
/** Whether suggested elements are drawn over the board. */
const drawsSuggested = (board: BoardPage) =>
  isPainted(board.page.getByTestId('suggestions').locator('canvas'))
const offer = (board: BoardPage) => boardMessage(board).getByRole('button', { name: 'Suggest this change' })

test('what a contributor cannot do is suggested, seen by people who can, and accepted or rejected one by one', async ({
  people,
  visit,
}) => {
  const [ada, bo, vic] = [await people.member('Ada'), await people.member('Bo'), await people.member('Vic')]
  const wid = await people.space(ada, 'Studio', [
    [bo, 'contributor'],
    [vic, 'viewer'],
  ])
  const board = await openBoard(ada, wid, visit)
  const note = await board.draw('N', { x: 200, y: 200 }, { x: 340, y: 340 })
  await board.page.keyboard.press('Escape')
  const other = await board.draw('N', { x: 500, y: 200 }, { x: 640, y: 340 })
  await board.page.keyboard.press('Escape')
  await board.page.keyboard.press('Escape')
  const [hers, viewer] = [await openBoard(bo, wid, visit), await openBoard(vic, wid, visit)]
  await sameBoard(board, hers)

  // Moving and deleting are refused; both can be suggested.
  await hers.drag({ x: 270, y: 270 }, { x: 280, y: 400 }, { x: 270, y: 470 })
  await expect(boardMessage(hers)).toContainText('This belongs to someone else')
  await offer(hers).click()
  await expect(tags(hers)).toHaveText(['Your suggestion'])
  await hers.click({ x: 570, y: 270 })
  await hers.host.press('Delete')
  await offer(hers).click()
  await expect(tags(hers)).toHaveCount(2)
  expect(await board.elements('sticky')).toMatchObject([{ y: note.y }, { y: other.y }])

  await expect(tags(board)).toHaveText(['Bo', 'Bo'])
  await expect.poll(() => drawsSuggested(board)).toBe(true)
  await expect(board.page.getByTestId('suggestion-news')).toContainText('Bo made a suggestion')
  await expect(tags(viewer)).toHaveCount(0)
  await expectAccessible(board.page, 'suggestions on the board')

  await board.page.getByRole('button', { name: 'Accept Bo’s suggestion: Change a sticky note' }).click()
  await expect
    .poll(async () => (await hers.elements()).find(({ id }) => id === note.id)?.y)
    .toBe(note.y + 200)
  await board.page.getByTestId('suggestion-count').click()
  const list = board.page.getByRole('dialog', { name: 'Suggestions' })
  await expectAccessible(board.page, 'the list of suggestions')
  await list.getByRole('button', { name: 'Reject Bo’s suggestion: Delete a sticky note' }).click()
  await expect(tags(hers)).toHaveCount(0)
  await expect
    .poll(async () => (await hers.elements('sticky')).map(({ id }) => id).sort())
    .toEqual([note.id, other.id].sort())

  // Undo reverts the decisions one by one.
  await board.host.press('Control+z')
  await expect(tags(hers)).toHaveCount(1)
  await board.host.press('Control+z')
  await expect(tags(hers)).toHaveCount(2)
  await expect.poll(async () => (await hers.elements()).find(({ id }) => id === note.id)?.y).toBe(note.y)
  await hers.page.getByRole('button', { name: 'Withdraw your suggestion: Delete a sticky note' }).click()
  await expect(tags(board)).toHaveCount(1)
})

test('on a phone no message covers a suggestion or a lock’s text, and no label is cut off', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'contributor']])
  const board = await openBoard(ada, wid, visit)
  const high = await board.draw('N', { x: 60, y: 110 }, { x: 200, y: 250 })
  await board.page.keyboard.type('Ship on Friday')
  await board.page.keyboard.press('Escape')
  await board.page.keyboard.press('Escape')
  const hers = await openBoard(bo, wid, visit)
  await sameBoard(board, hers)
  await hers.page.setViewportSize({ width: 320, height: 640 })
  const banner = hers.page.getByTestId('view-only')
  const [around, cross] = [
    await banner.boundingBox(),
    await banner.getByRole('button', { name: 'Close' }).boundingBox(),
  ]
  expect((cross?.y ?? 0) - (around?.y ?? 0)).toBeLessThan(8)
  await hers.doubleClick({ x: 130, y: 200 })
  const label = hers.page.getByTestId('suggesting').getByText('Suggesting')
  expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await hers.page.keyboard.press('ControlOrMeta+a')
  await hers.page.keyboard.type('Ship on Monday')
  await hers.page.getByRole('button', { name: 'Send suggestion' }).click()

  await board.page.setViewportSize({ width: 320, height: 640 })
  await expect(tags(board)).toHaveCount(1)
  // The tag follows the window's new size in a later frame.
  await expect
    .poll(async () => {
      const [tag, count] = [
        await tags(board).boundingBox(),
        await board.page.getByTestId('suggestion-count').boundingBox(),
      ]
      return (tag?.y ?? 0) - (count?.y ?? Infinity) - (count?.height ?? 0)
    })
    .toBeGreaterThanOrEqual(0)
  await tags(board).getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(async () => JSON.stringify((await hers.elements('sticky'))[0]?.['text']))
    .toContain('Ship on Monday')

  // A long bar scrolls, and nothing of it lies beyond the left edge.
  await board.click({ x: 130, y: 200 })
  const bar = await board.page.getByRole('toolbar', { name: 'Style of the selection' }).boundingBox()
  expect([bar?.x, (bar?.x ?? 0) + (bar?.width ?? 0)]).toEqual([8, 312])
  await board.host.press('Control+Shift+L')
  await expect
    .poll(async () => (await hers.elements()).find(({ id }) => id === high.id)?.['lock'])
    .toBe('editor')
  await hers.click({ x: 130, y: 200 })
  const lock = await hers.page.getByTestId('locked').boundingBox()
  const below = await banner.boundingBox()
  expect(lock?.y).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0))
})

test('an admin turns suggestions off, and none are offered or accepted', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'contributor']])
  const [board, hers] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await board.draw('N', { x: 200, y: 200 }, { x: 340, y: 340 })
  await board.page.keyboard.press('Escape')
  await sameBoard(board, hers)
  const turn = async (isOn: boolean) => {
    await board.page.getByTestId('board-menu').click()
    const item = board.page.getByRole('menuitemcheckbox', { name: 'Allow suggestions' })
    await expect(item).toBeChecked({ checked: !isOn })
    await item.click()
    await expect
      .poll(async () => (await hers.records()).find(({ id }) => id === 'settings')?.['suggestions'])
      .toBe(isOn ? 'on' : 'off')
    await board.page.keyboard.press('Escape')
    await expect(item).toHaveCount(0)
  }
  await hers.click({ x: 270, y: 270 })
  await hers.host.press('ArrowRight')
  await expect(offer(hers)).toBeVisible()
  await turn(false)
  await hers.host.press('Escape')
  await hers.drag({ x: 270, y: 270 }, { x: 280, y: 400 }, { x: 270, y: 470 })
  await expect(boardMessage(hers)).toContainText('This belongs to someone else')
  await expect(offer(hers)).toHaveCount(0)
  await turn(true)
  await hers.click({ x: 270, y: 270 })
  await hers.host.press('ArrowRight')
  await hers.host.press('ArrowRight')
  await offer(hers).click()
  await expect(tags(board)).toHaveText(['Bo'])
})

test(
  'work refused after a lowered role is suggested instead, and leaves the panel',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [board, hers] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    await waitUntilPreloaded(bo.page)
    await bo.context.setOffline(true)
    const idea = await hers.draw('N', { x: 300, y: 240 }, { x: 480, y: 420 })
    await hers.page.keyboard.type('An idea')
    await hers.page.keyboard.press('Escape')
    await hers.notSaved()
    await ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role: 'commenter' } })
    await bo.context.setOffline(false)
    const panel = new WhileAwayPanel(hers.page)
    await panel.shown(1)
    await panel.act('Suggest instead')
    await expect(panel.cards).toHaveCount(0)

    await expect(tags(board)).toHaveText(['Bo'])
    await board.page.getByRole('button', { name: 'Accept Bo’s suggestion: Add a sticky note' }).click()
    await expect.poll(async () => (await hers.elements('sticky')).map(({ id }) => id)).toEqual([idea.id])
    const [accepted] = await board.elements('sticky')
    expect(JSON.stringify(accepted?.['text'])).toContain('An idea')
    expect(accepted?.['by']).toBe(ada.uid)
    await expect(tags(hers)).toHaveCount(0)
  },
)

test('a text that one cannot edit is suggested in place, compared word by word, and accepted', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'commenter']])
  const board = await openBoard(ada, wid, visit)
  await board.draw('N', { x: 100, y: 200 }, { x: 300, y: 400 })
  await board.page.keyboard.type('Ship on Friday')
  await board.page.keyboard.press('Escape')
  await board.page.keyboard.press('Escape')
  const hers = await openBoard(bo, wid, visit)
  await board.saved()
  await expect
    .poll(async () => JSON.stringify((await hers.elements('sticky'))[0]?.['text']))
    .toContain('Ship on Friday')
  await expect(hers.saveState).toHaveText('View and suggest')
  await expect(hers.page.getByTestId('view-only')).toContainText(
    'You can view this board and suggest changes.',
  )
  const box = hers.page.getByRole('textbox', { name: 'Suggested text' })
  const mark = hers.page.getByTestId('suggesting')
  const write = async (text: string) => {
    await expect(box).toBeFocused()
    await hers.page.keyboard.press('ControlOrMeta+a')
    await hers.page.keyboard.type(text)
  }

  await hers.doubleClick({ x: 200, y: 300 })
  await expect(mark).toContainText('Suggesting')
  await write('Never mind')
  await expectAccessible(hers.page, 'a text that is being suggested')
  await hers.page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(hers.page.getByTestId('announcer')).toHaveText('Suggestion discarded.')
  await hers.host.press('Enter')
  await write('Ship on Monday')
  await expect(tags(board)).toHaveCount(0)
  // An unsent suggestion survives a reload.
  await hers.page.reload()
  await hers.opened()
  await hers.goToOrigin()
  await hers.doubleClick({ x: 200, y: 300 })
  await expect(box).toHaveText('Ship on Monday')
  await expect(hers.page.getByTestId('announcer')).toHaveText('This is the suggestion you haven’t sent yet.')
  const announced = await hear(hers.page)
  await hers.click({ x: 700, y: 500 })
  await expect(mark).toHaveCount(0)
  await expect.poll(announced).toContain('Suggestion sent.')
  await expect(tags(board)).toContainText('Bo')
  await expect(tags(board).locator('del')).toHaveText('Friday')
  await expect(tags(board).locator('ins')).toHaveText('Monday')
  // Over the present text, neither could be read.
  expect(await drawsSuggested(board)).toBe(false)

  await hers.host.press('ControlOrMeta+z')
  await expect(tags(board)).toHaveCount(0)
  await hers.host.press('ControlOrMeta+Shift+z')
  await expect(tags(board)).toHaveCount(1)

  // On a phone, without Escape, and starting from an existing suggestion.
  await hers.page.setViewportSize({ width: 390, height: 844 })
  await hers.doubleClick({ x: 200, y: 300 })
  await expect(box).toHaveText('Ship on Monday')
  await expect(tags(hers)).toHaveCount(0)
  await expect(mark).toBeInViewport({ ratio: 1 })
  await write('Ship on Tuesday')
  await mark.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(tags(board).locator('ins')).toHaveText('Tuesday')
  await expect(tags(board)).toHaveCount(1)
  await board.page.getByTestId('suggestion-count').click()
  const list = board.page.getByRole('dialog', { name: 'Suggestions' })
  await expect(list.locator('del')).toHaveText('Friday')
  await list.getByRole('button', { name: 'Accept Bo’s suggestion: Change a sticky note' }).click()
  await expect
    .poll(async () => JSON.stringify((await hers.elements('sticky'))[0]?.['text']))
    .toContain('Ship on Tuesday')
})
