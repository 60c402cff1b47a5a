import type { CDPSession, Page } from '@playwright/test'
import { type BoardPage, openBoard } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Real touch input over the DevTools protocol: the browser derives pointer events and clicks from it, as on a phone.
 */
class Finger {
  static async on(page: Page): Promise<Finger> {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
    return new Finger(session)
  }

  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  async down({ x, y }: Point): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  }

  async up(): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Both at once: a touch that waits for the answer to its first event is a long press on a busy machine. */
  async tap(at: Point): Promise<void> {
    await Promise.all([this.down(at), this.up()])
  }
}

const kinds = async (board: BoardPage) => (await board.elements()).map(({ kind }) => kind)

test(
  'a long press opens the menu next to the finger, and only a new tap chooses from it',
  { tag: '@chromium' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const { page } = ada
    const board = await openBoard(ada, wid, visit)
    await page.setViewportSize({ width: 390, height: 844 })
    const finger = await Finger.on(page)
    const menu = page.getByRole('menu', { name: 'Board actions' })

    for (const at of [
      { x: 195, y: 250 },
      { x: 195, y: 560 },
      { x: 330, y: 420 },
    ]) {
      await board.page.keyboard.press('n')
      await finger.tap(at)
      await expect.poll(() => kinds(board)).toEqual(['sticky'])
      await page.keyboard.press('Escape')
      await expect(board.textBox).toBeHidden()

      await finger.down(at)
      await expect(menu).toBeVisible()
      const box = await menu.boundingBox()
      const covers =
        box && box.x <= at.x && at.x <= box.x + box.width && box.y <= at.y && at.y <= box.y + box.height
      expect(covers, 'the menu lies under the finger').toBe(false)
      await finger.up()
      await expect(menu).toBeVisible()
      expect(await kinds(board)).toEqual(['sticky'])

      const item = page.getByRole('menuitem', { name: 'Delete' })
      await item.scrollIntoViewIfNeeded()
      const target = await item.boundingBox()
      if (!target) throw new Error('Delete is not on view')
      await finger.tap({ x: target.x + target.width / 2, y: target.y + target.height / 2 })
      await expect.poll(() => kinds(board)).toEqual([])
      await expect(menu).toBeHidden()
    }
  },
)

test(
  'the middle button pans; Backspace on a button deletes nothing',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const { page } = ada
    const board = await openBoard(ada, wid, visit)
    const { x } = await board.draw('R', { x: 300, y: 300 }, { x: 420, y: 380 })

    await page.mouse.move(700, 500)
    await page.mouse.down({ button: 'middle' })
    await page.mouse.move(760, 520, { steps: 4 })
    await page.mouse.up({ button: 'middle' })
    await expect.poll(async () => (await board.onScreen({ x, y: 0 })).x).toBe(x + 60)
    expect(await kinds(board)).toEqual(['rect'])

    expect(await board.selection()).toHaveLength(1)
    for (const button of [page.getByTestId('share'), page.getByTestId('board-menu')]) {
      await button.focus()
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Delete')
      await expect(button).toBeFocused()
      expect(await kinds(board)).toEqual(['rect'])
    }
    await board.host.press('Delete')
    await expect.poll(() => kinds(board)).toEqual([])
  },
)

test('pasted lines are one text at once, and notes on request', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const board = await openBoard(ada, wid, visit)
  await page.evaluate(() => navigator.clipboard.writeText('Milk\nBread\n\nButter'))
  await board.host.press('Control+V')
  await expect.poll(() => kinds(board)).toEqual(['text'])
  await expect(page.getByTestId('notice')).toContainText('Pasted 3 lines as one text.')
  await page.getByRole('button', { name: 'Split into sticky notes' }).click()
  await expect.poll(() => kinds(board)).toEqual(['sticky', 'sticky', 'sticky'])
  await board.host.press('Control+Z')
  await expect.poll(() => kinds(board)).toEqual(['text'])
})

test('what other programs copied is pasted as what it is, seen by others and undone at once', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  const { page } = ada
  const notice = page.getByTestId('notice')
  const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  const paste = async (text: string, shortcut = 'Control+V') => {
    await copy(text)
    await board.host.press(shortcut)
  }
  const expectKinds = (expected: readonly string[]) =>
    expect.poll(async () => (await kinds(other)).toSorted()).toEqual(expected)
  const undo = async () => {
    await board.host.press('Control+Z')
    await expectKinds([])
  }
  const shape = (type: string, x: number) => ({ type, x, y: 0, width: 120, height: 80 })
  const elements = [shape('rectangle', 0), shape('ellipse', 200)]
  await paste(JSON.stringify({ type: 'excalidraw/clipboard', elements, files: {} }))
  await expectKinds(['ellipse', 'rect'])
  await expect(page.getByTestId('import-report')).toBeHidden()
  await undo()

  await paste('Name,Age\nAda,36')
  await expectKinds(['rect', 'rect', 'rect', 'rect'])
  await undo()

  await paste('flowchart LR\n  a-->b')
  await expectKinds(['text'])
  await page.getByRole('button', { name: 'Draw diagram' }).click()
  await expectKinds(['binding', 'binding', 'connector', 'rect', 'rect'])
  await board.host.press('Control+Z')
  await expectKinds(['text'])
  await undo()

  await paste(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>',
  )
  await expectKinds(['image'])
  await undo()

  const broken = '{"type":"excalidraw/clipboard","elements":[{}]}'
  await paste(broken)
  await expect(page.getByText('This can’t be pasted on a board.')).toBeVisible()
  await paste(broken, 'Control+Shift+V')
  await expectKinds(['text'])
  await undo()
  await paste('word '.repeat(20_000))
  await expect(notice).toContainText('This is too large to paste.')
  await expectKinds([])
})

test('following someone ends with any navigation of one’s own', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await board.draw('R', { x: 300, y: 300 }, { x: 420, y: 380 })
  const { page } = other
  const line = page.getByRole('status').filter({ hasText: 'Following Ada' })
  const face = page.locator(`[data-uid="${ada.uid}"]`)

  for (const act of [
    () => page.mouse.wheel(0, 60),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Shift+0'),
    () => page.keyboard.press('Shift+1'),
    () => page.keyboard.press('Control+='),
    () => page.getByRole('button', { name: 'Zoom in' }).click(),
  ]) {
    await other.host.focus()
    await face.click()
    await expect(line).toBeVisible()
    await page.mouse.move(640, 500)
    await act()
    await expect(line).toBeHidden()
  }

  // A presenter always shows their own view and cannot follow somebody.
  await face.click()
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await expect(page.getByTestId('presenting')).toBeVisible()
  await expect(line).toBeHidden()
})
