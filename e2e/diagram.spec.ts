import type { CDPSession } from '@playwright/test'
import { openBoard, sameBoard, type BoardPage, type TestRecord } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'

const kinds = async (board: BoardPage) => (await board.elements()).map(({ kind }) => kind).toSorted()
const getText = (record: TestRecord | undefined) => JSON.stringify(record?.['text'] ?? null)

test('a diagram is drawn with connect handles and the keyboard, seen by a second person, and undone', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const { page } = ada
  // Firefox gives only one window the focus.
  await page.bringToFront()
  await board.draw('R', { x: 300, y: 300 }, { x: 420, y: 380 })
  await board.host.press('Escape')

  // A click on the right handle adds the next shape, open for typing.
  await board.moveTo({ x: 301, y: 340 })
  await board.click({ x: 440, y: 340 })
  await expect(board.textBox).toBeFocused()
  await page.keyboard.type('Next')
  await page.keyboard.press('Escape')
  await expect.poll(() => kinds(other)).toEqual(['binding', 'binding', 'connector', 'rect', 'rect'])
  const next = (await board.elements('rect')).find((record) => getText(record).includes('Next'))
  expect(next).toMatchObject({ y: 300, w: 120, h: 80 })

  // The keyboard goes on from there, also while the new text is still empty.
  await page.keyboard.press('Control+ArrowDown')
  await expect(board.textBox).toBeFocused()
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.type('Last')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await other.elements('rect')).length).toBe(4)

  // Dragging a handle connects two shapes that are there.
  const last = (await board.elements('rect')).find((record) => getText(record).includes('Last'))
  if (!next || !last) throw new Error('a shape is missing')
  await board.host.press('Escape')
  await board.moveTo({ x: next.x + 1, y: next.y + 40 })
  await board.drag(
    { x: next.x + next.w + 19, y: next.y + 40 },
    { x: last.x + 20, y: last.y - 60 },
    { x: last.x + 60, y: last.y + 40 },
  )
  await expect.poll(async () => (await other.elements('connector')).length).toBe(4)
  await sameBoard(board, other)
  await board.host.press('Control+Z')
  await expect.poll(async () => (await other.elements('connector')).length).toBe(3)
})

/** A tap as on a phone. */
async function tap(session: CDPSession, at: { readonly x: number; readonly y: number }): Promise<void> {
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
}

test(
  'by touch, the selected shape has connect handles; a tap adds the next one',
  { tag: '@chromium' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const board = await openBoard(ada, wid, visit)
    await board.draw('R', { x: 500, y: 300 }, { x: 620, y: 380 })
    await board.host.press('Escape')
    const session = await ada.context.newCDPSession(ada.page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
    await tap(session, await board.onScreen({ x: 501, y: 340 }))
    await expect.poll(async () => (await board.selection()).length).toBe(1)
    await tap(session, await board.onScreen({ x: 645, y: 340 }))
    await expect.poll(() => kinds(board)).toEqual(['binding', 'binding', 'connector', 'rect', 'rect'])
    await expect(board.textBox).toBeFocused()
  },
)

test('links are typed, edited with Ctrl+K, opened by editors with Ctrl and by viewers with a click', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'viewer']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const { page } = ada
  for (const { context } of [ada, bo])
    await context.route('https://*.example.org/**', (route) => route.fulfill({ body: 'a page' }))

  await board.host.press('T')
  await board.click({ x: 300, y: 200 })
  await page.keyboard.type('https://www.example.org/a ok')
  await page.keyboard.press('Escape')
  const [text] = await board.elements('text')
  expect(getText(text)).toContain('"href":"https://www.example.org/a"')
  const at = { x: text!.x + 20, y: text!.y + text!.h / 2 }
  const opened = ada.context.waitForEvent('page')
  await page.keyboard.down('Control')
  await board.click(at)
  await page.keyboard.up('Control')
  await expect((await opened).getByText('a page')).toBeVisible()

  // An element gets a link by the keyboard alone; a script is no link.
  await page.bringToFront()
  await board.draw('R', { x: 300, y: 300 }, { x: 420, y: 380 })
  await board.host.press('Control+K')
  const field = page.getByRole('textbox', { name: 'Web or email address' })
  await expect(field).toBeFocused()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a web or email address.')).toBeVisible()
  await field.fill('docs.example.org/b')
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(board.host).toBeFocused()
  await expect
    .poll(async () => (await other.elements('rect'))[0]?.['link'])
    .toBe('https://docs.example.org/b')
  const openedByViewer = bo.context.waitForEvent('page')
  await other.click({ x: 301, y: 340 })
  await expect(await openedByViewer).toHaveURL('https://docs.example.org/b')
  await board.host.press('Control+Z')
  await expect.poll(async () => (await other.elements('rect'))[0]?.['link']).toBeUndefined()
})

test('a check list is typed, ticked by a click, and undone', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await board.host.press('T')
  await board.click({ x: 300, y: 200 })
  await ada.page.keyboard.type('[ ] milk\nbread')
  await ada.page.keyboard.press('Escape')
  const [text] = await board.elements('text')
  expect(getText(text).match(/"checked":false/g)).toHaveLength(2)
  const getTicked = async () =>
    getText((await other.elements('text'))[0]).match(/"checked":true/g)?.length ?? 0
  await board.host.press('Escape')
  await board.click({ x: text!.x + 14, y: text!.y + text!.h * 0.75 })
  await expect.poll(getTicked).toBe(1)
  await board.host.press('Control+Z')
  await expect.poll(getTicked).toBe(0)
})
