import { expectAccessible } from './pages/accessible.ts'
import { WhileAwayPanel } from './pages/while-away-panel.ts'
import { type BoardPage, openBoard, sameBoard } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'

const getIds = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).sort()
const boardMessage = (board: BoardPage) => board.page.getByTestId('notice')
const properties = (board: BoardPage) => board.page.getByTestId('properties')

test('a contributor adds and changes own elements, and is offered nothing else', async ({
  people,
  visit,
}) => {
  const [ada, con] = [await people.member('Ada'), await people.member('Con')]
  const wid = await people.space(ada, 'Studio', [[con, 'contributor']])
  const [board, mine] = [await openBoard(ada, wid, visit), await openBoard(con, wid, visit)]
  const theirs = await board.draw('N', { x: 200, y: 200 }, { x: 360, y: 360 })
  await board.page.keyboard.type('Ada wrote this')
  await board.page.keyboard.press('Escape')
  const own = await mine.draw('N', { x: 600, y: 200 }, { x: 760, y: 360 })
  await mine.page.keyboard.type('And I this')
  await mine.page.keyboard.press('Escape')
  const before = await sameBoard(board, mine)

  // Somebody else's element cannot be moved, edited or deleted, and the bar says why.
  await mine.page.keyboard.press('Escape')
  await mine.click({ x: 280, y: 280 })
  await expect.poll(() => mine.selection()).toEqual([theirs.id])
  await expect(properties(mine)).toContainText('Someone else’s')
  await expect(properties(mine).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(properties(mine).getByTestId('section-fill')).toHaveCount(0)
  await expectAccessible(mine.page, 'somebody else’s thing in the hands of a contributor')
  await mine.host.press('Delete')
  await mine.doubleClick({ x: 280, y: 280 })
  await expect(mine.textBox).toBeHidden()
  await mine.drag({ x: 280, y: 280 }, { x: 330, y: 460 }, { x: 340, y: 500 })
  await expect(boardMessage(mine)).toContainText('This belongs to someone else')
  expect(await sameBoard(board, mine)).toEqual(before)

  // One's own elements can be edited freely.
  await mine.page.keyboard.press('Escape')
  await mine.drag({ x: 680, y: 280 }, { x: 700, y: 400 }, { x: 680, y: 480 })
  await expect(properties(mine).getByTestId('section-fill')).toBeVisible()
  await expect.poll(async () => (await board.elements()).find(({ id }) => id === own.id)?.y).not.toBe(own.y)
  await mine.host.press('Delete')
  await expect.poll(async () => getIds(await board.elements())).toEqual([theirs.id])
})

test('an admin restricts a frame while someone drags inside it, and opens it again', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const frame = await board.draw('F', { x: 300, y: 200 }, { x: 700, y: 560 })
  await board.page.keyboard.press('Escape')
  const inside = await other.draw('N', { x: 380, y: 280 }, { x: 500, y: 400 })
  await other.page.keyboard.press('Escape')
  await other.page.keyboard.press('Escape')
  await sameBoard(board, other)

  await other.press({ x: 440, y: 340 })
  await other.goThrough({ x: 480, y: 380 }, { x: 560, y: 460 })
  await board.click({ x: 300, y: 480 })
  await expect.poll(() => board.selection()).toEqual([frame.id])
  await board.page.getByTestId('section-access').click()
  await expectAccessible(board.page, 'who may change a frame')
  await board.page.getByRole('button', { name: 'View only' }).click()
  await expect.poll(async () => (await other.elements('frame'))[0]?.['role']).toBe('viewer')
  await other.goThrough({ x: 570, y: 470 })
  await other.release()
  await expect(boardMessage(other)).toContainText('You can’t edit this frame.')
  const remaining = (await sameBoard(board, other)).find(({ id }) => id === inside.id)
  expect(remaining).toMatchObject({ x: inside.x, y: inside.y })
  await other.click({ x: 440, y: 340 })
  await expect(properties(other)).toContainText('Your role can’t edit this frame')

  await board.page.getByRole('button', { name: 'Everyone' }).click()
  await expect.poll(async () => (await other.elements('frame'))[0]?.['role']).toBe(null)
  await other.page.keyboard.press('Escape')
  await other.drag({ x: 440, y: 340 }, { x: 480, y: 380 }, { x: 500, y: 420 })
  await expect
    .poll(async () => (await board.elements()).find(({ id }) => id === inside.id)?.x)
    .not.toBe(inside.x)
})

test('an admin lock can be removed by admins only', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const note = await board.draw('N', { x: 300, y: 200 }, { x: 460, y: 360 })
  await board.page.keyboard.press('Escape')
  await sameBoard(board, other)
  const menuAt = async (one: BoardPage, name: string) => {
    const { x, y } = await one.onScreen({ x: 380, y: 280 })
    await one.page.mouse.click(x, y, { button: 'right' })
    return one.page.getByRole('menuitem', { name })
  }
  await (await menuAt(board, 'Admin lock')).click()
  await expect.poll(async () => (await other.elements())[0]?.['lock']).toBe('admin')
  await expect(await menuAt(other, 'Unlock')).toHaveCount(0)
  await other.page.keyboard.press('Escape')
  await (await menuAt(board, 'Unlock')).click()
  await expect.poll(async () => (await other.elements())[0]?.['lock']).toBeUndefined()
  await (await menuAt(other, 'Lock')).click()
  await expect.poll(async () => (await board.elements())[0]).toMatchObject({ id: note.id, lock: 'editor' })
})

test('a presenter restricts what others can do and lifts it, live', async ({ people, visit }) => {
  const [ada, bo, cleo] = [await people.member('Ada'), await people.member('Bo'), await people.member('Cleo')]
  const wid = await people.space(ada, 'Studio', [
    [bo, 'editor'],
    [cleo, 'editor'],
  ])
  const [boss, presenter, guest] = [
    await openBoard(ada, wid, visit),
    await openBoard(bo, wid, visit),
    await openBoard(cleo, wid, visit),
  ]
  const note = await presenter.draw('N', { x: 300, y: 300 }, { x: 460, y: 460 })
  await presenter.page.keyboard.press('Escape')
  await sameBoard(boss, presenter, guest)
  const line = (board: BoardPage) => board.page.getByTestId('presenting')
  const allow = (name: string) => line(presenter).getByText(name, { exact: true }).click()

  await presenter.page.getByRole('toolbar', { name: 'Present' }).getByRole('button').click()
  await expect(line(presenter)).toContainText('You’re presenting.')
  await expect(line(guest)).toContainText('Bo is presenting.')
  await expect(guest.tool('pen')).toBeVisible()
  await expectAccessible(presenter.page, 'presenting')

  await allow('View')
  await expect(line(guest)).toContainText('You can only view.')
  await expect(guest.tool('pen')).toBeHidden()
  await expect(guest.saveState).toHaveText('View only')
  await expect(guest.page.getByTestId('view-only')).toHaveCount(0)
  await expectAccessible(guest.page, 'looking on while somebody presents')
  // Presenting restricts neither the presenter nor admins.
  await expect(presenter.tool('pen')).toBeVisible()
  await expect(boss.tool('pen')).toBeVisible()
  await line(guest).getByRole('button', { name: 'Follow' }).click()
  const following = guest.page.getByRole('status').filter({ hasText: 'Following Bo' })
  await expect(following).toBeVisible()
  await following.getByRole('button', { name: 'Stop' }).click()

  await allow('Add only')
  await expect(line(guest)).toContainText('You can add elements and edit your own.')
  await expect(guest.tool('pen')).toBeVisible()
  await guest.drag({ x: 380, y: 380 }, { x: 420, y: 520 }, { x: 440, y: 560 })
  await expect(boardMessage(guest)).toContainText('Bo is presenting and doesn’t allow this right now')
  expect((await guest.elements()).find(({ id }) => id === note.id)).toMatchObject({ x: note.x, y: note.y })
  const own = await guest.draw('R', { x: 700, y: 300 }, { x: 800, y: 380 })
  await expect.poll(async () => getIds(await boss.elements())).toContain(own.id)

  // An admin can end it at any time.
  await line(boss).getByRole('button', { name: 'Stop presenting' }).click()
  for (const board of [boss, presenter, guest]) await expect(line(board)).toHaveCount(0)
  await guest.page.keyboard.press('Escape')
  await guest.drag({ x: 380, y: 380 }, { x: 420, y: 520 }, { x: 440, y: 560 })
  await expect.poll(async () => (await boss.elements()).find(({ id }) => id === note.id)?.y).not.toBe(note.y)
})

test('a refused edit is reverted on the sender’s screen, with the reason', async ({
  server,
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const note = await board.draw('N', { x: 300, y: 200 }, { x: 460, y: 360 })
  await board.page.keyboard.press('Escape')
  const before = await sameBoard(board, other)

  // Bo's role is lowered while he is offline, so his page cannot know.
  await bo.context.route('**/api/live/ticket', (route) => route.abort())
  await server.kill()
  await other.page.keyboard.press('Escape')
  await other.drag({ x: 380, y: 280 }, { x: 480, y: 460 }, { x: 500, y: 500 })
  await expect.poll(async () => (await other.elements())[0]?.x).not.toBe(note.x)
  await other.notSaved()
  await server.start()
  await ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role: 'viewer' } })
  await bo.context.unroute('**/api/live/ticket')
  const away = new WhileAwayPanel(other.page)
  await away.shown(1)
  await expect(away.cards).toContainText('Your role on this board didn’t allow this.')
  await expect.poll(async () => (await other.elements())[0]).toMatchObject({ x: note.x, y: note.y })
  await board.saved()
  expect(await other.records()).toEqual(before)
  expect(await board.records()).toEqual(before)
})

test('every control follows the role, live: Share, Members, permissions and access requests', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'admin']])
  const board = await openBoard(bo, wid, visit)
  const { page } = board
  const become = (role: 'admin' | 'editor' | 'contributor' | 'commenter') =>
    ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role } })
  const share = page.getByTestId('share')
  await expect(share).toHaveText('Share')
  await expect(page.getByRole('button', { name: 'Rename Studio' })).toBeVisible()
  await share.click()
  await expect(page.getByRole('tab', { name: 'Invite' })).toBeVisible()

  await become('contributor')
  await expect(page.getByRole('tab', { name: 'Invite' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(share).toHaveText('Members')
  await expect(page.getByRole('button', { name: 'Rename Studio' })).toBeHidden()
  const line = page.getByTestId('view-only')
  await expect(line).toContainText('You can add elements and edit your own.')
  await line.getByRole('button', { name: 'Request edit access' }).click()
  await expect(line).toContainText('Request sent.')
  const { list } = await ada.api.space.accessRequests({ query: { wid } })
  expect(list).toMatchObject([{ uid: bo.uid, role: 'editor', state: 'waiting' }])

  await become('commenter')
  await expect(line).toHaveText(/^You can view this board and suggest changes\./)
  await become('editor')
  await expect(share).toHaveText('Share')
  await expect(line).toBeHidden()
})

test('a locked element shows its lock under the pointer, and says on a click who can unlock it', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await board.draw('N', { x: 300, y: 200 }, { x: 460, y: 360 })
  await board.page.keyboard.press('Escape')
  await board.host.press('Control+Shift+L')
  await expect.poll(async () => (await other.elements())[0]?.['lock']).toBe('editor')
  const mark = other.page.getByTestId('locked')
  await other.moveTo({ x: 380, y: 280 })
  await expect(mark).toBeVisible()
  await expect(mark).toHaveText('')
  await other.click({ x: 380, y: 280 })
  await expect(mark).toContainText('Locked. Editors and admins can unlock it.')
  await expectAccessible(other.page, 'a locked thing that was clicked')
  await other.doubleClick({ x: 380, y: 280 })
  await expect(other.textBox).toBeHidden()
  expect(await other.elements()).toHaveLength(1)
  await mark.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(async () => (await board.elements())[0]?.['lock']).toBeUndefined()
  await expect(mark).toBeHidden()
})
