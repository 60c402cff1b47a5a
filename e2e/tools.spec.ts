import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { openBoard, sameBoard, type BoardPage } from './pages/board-page.ts'
import { expect, test, type Visit } from './pages/test.ts'
import type { People } from './pages/people.ts'

async function ownBoard(people: People, visit: Visit) {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  return { ada, wid, board: await openBoard(ada, wid, visit) }
}

const kinds = async (board: BoardPage) => (await board.elements()).map(({ kind }) => kind).sort()
const texts = async (board: BoardPage) =>
  (await board.elements()).flatMap((record) =>
    [...JSON.stringify(record['text'] ?? '').matchAll(/"text":"([^"]*)"/g)].map(([, words]) => words),
  )

test('every tool creates by hand what it promises', async ({ people, visit }) => {
  const { board } = await ownBoard(people, visit)
  const { page } = board

  const boxes = [
    ['R', 'rect', 120],
    ['O', 'ellipse', 280],
    ['D', 'diamond', 440],
  ] as const
  for (const [key, kind, x] of boxes)
    expect(await board.draw(key, { x, y: 120 }, { x: x + 100, y: 190 })).toMatchObject({
      kind,
      ...{ x, y: 120, w: 100, h: 70 },
    })
  expect(await board.draw('L', { x: 620, y: 120 }, { x: 720, y: 190 })).toMatchObject({
    kind: 'line',
    w: 100,
  })
  expect(await board.draw('P', { x: 800, y: 120 }, { x: 840, y: 190 }, { x: 900, y: 120 })).toMatchObject({
    kind: 'pen',
    nib: 'pen',
  })
  expect(await board.draw('Shift+P', { x: 800, y: 240 }, { x: 900, y: 240 })).toMatchObject({
    kind: 'pen',
    nib: 'highlighter',
  })
  expect(await board.draw('F', { x: 960, y: 120 }, { x: 1160, y: 260 })).toMatchObject({ kind: 'frame' })

  // A connector is bound to both boxes it was drawn between and follows them.
  await board.draw('A', { x: 220, y: 155 }, { x: 280, y: 155 })
  const bindings = (await board.records()).filter(({ kind }) => kind === 'binding')
  const [rect, ellipse] = [(await board.elements('rect'))[0], (await board.elements('ellipse'))[0]]
  expect(bindings.map((binding) => binding['target']).sort()).toEqual([rect?.id, ellipse?.id].sort())

  // A note and a text are edited right after they are placed.
  await board.draw('N', { x: 120, y: 300 }, { x: 320, y: 500 })
  await page.keyboard.type('A note')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await board.tool('text').click()
  await board.click({ x: 500, y: 350 })
  await page.keyboard.type('A line of text')
  await page.keyboard.press('Escape')
  expect(await texts(board)).toEqual(expect.arrayContaining(['A note', 'A line of text']))

  // The eraser removes what it crosses, the laser leaves nothing, the hand tool pans.
  await page.keyboard.press('Escape')
  const before = await kinds(board)
  await page.keyboard.press('K')
  await board.drag({ x: 500, y: 500 }, { x: 700, y: 560 })
  expect(await kinds(board)).toEqual(before)
  await page.keyboard.press('E')
  await board.drag({ x: 640, y: 200 }, { x: 690, y: 110 })
  await expect.poll(() => kinds(board)).not.toContain('line')
  const from = await board.onScreen({ x: 500, y: 500 })
  await page.keyboard.press('H')
  await board.drag({ x: 500, y: 500 }, { x: 560, y: 530 })
  await expect
    .poll(async () => board.onScreen({ x: 500, y: 500 }))
    .toEqual({ x: from.x + 60, y: from.y + 30 })
  await board.saved()
})

test('undo and redo work after a reload, for own steps only', async ({ people, visit }) => {
  const { ada, wid, board } = await ownBoard(people, visit)
  const bo = await people.member('Bo')
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
  await bo.api.space.acceptInvite({ body: { token } })
  const other = await openBoard(bo, wid, visit)

  const box = await board.draw('R', { x: 120, y: 120 }, { x: 220, y: 190 })
  const theirs = await other.draw('O', { x: 420, y: 120 }, { x: 520, y: 190 })
  await sameBoard(board, other)
  await board.host.press('Escape')
  await board.drag({ x: 120, y: 150 }, { x: 160, y: 260 }, { x: 200, y: 350 })
  await expect.poll(async () => (await board.elements('rect'))[0]?.y).toBeGreaterThan(300)
  const [moved] = await board.elements('rect')
  await board.page.keyboard.press('Delete')
  await expect.poll(() => kinds(board)).toEqual(['ellipse'])
  await board.saved()

  await board.page.reload()
  await board.opened()
  const rect = async () => (await board.elements('rect'))[0]
  await board.host.press('Control+z')
  await expect.poll(rect).toMatchObject({ id: box.id, y: moved?.y })
  await board.host.press('Control+z')
  await expect.poll(rect).toMatchObject({ id: box.id, x: box.x, y: box.y })
  await board.host.press('Control+z')
  await expect.poll(() => kinds(board)).toEqual(['ellipse'])
  await board.host.press('Control+z')
  expect((await sameBoard(board, other)).map(({ id }) => id)).toContain(theirs.id)
  for (const key of ['Control+Shift+Z', 'Control+y', 'Control+Shift+Z']) await board.host.press(key)
  await expect.poll(() => kinds(board)).toEqual(['ellipse'])
  await board.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => kinds(board)).toEqual(['ellipse', 'rect'])
  await sameBoard(board, other)
})

test('elements are selected, copied, grouped, ordered, resized and rotated', async ({ people, visit }) => {
  const { board } = await ownBoard(people, visit)
  const { page } = board
  const low = await board.draw('R', { x: 300, y: 200 }, { x: 400, y: 280 })
  const high = await board.draw('O', { x: 350, y: 240 }, { x: 450, y: 320 })
  const order = async () =>
    [...(await board.elements())]
      .sort((a, b) => (String(a['z']) < String(b['z']) ? -1 : 1))
      .map(({ id }) => id)
  expect(await order()).toEqual([low.id, high.id])
  await page.keyboard.press('[')
  await expect.poll(order).toEqual([high.id, low.id])

  // A marquee around both, then the group moves as one.
  await page.keyboard.press('Escape')
  await board.drag({ x: 260, y: 160 }, { x: 480, y: 360 })
  await expect.poll(async () => [...(await board.selection())].sort()).toEqual([low.id, high.id].sort())
  await page.keyboard.press('Control+g')
  await expect.poll(() => kinds(board)).toEqual(['ellipse', 'group', 'rect'])
  await page.keyboard.press('Shift+ArrowRight')
  const step = ((await board.elements('rect'))[0]?.x ?? 0) - low.x
  expect(step).toBeGreaterThan(1)
  expect((await board.elements('ellipse'))[0]?.x).toBe(high.x + step)

  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect.poll(() => kinds(board)).toEqual(['ellipse', 'ellipse', 'group', 'group', 'rect', 'rect'])
  await page.keyboard.press('Control+d')
  await expect.poll(async () => (await board.elements('rect')).length).toBe(3)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => kinds(board)).toEqual([])

  // By its handles: a corner resizes, outside the corner rotates.
  const box = await board.draw('R', { x: 300, y: 200 }, { x: 400, y: 300 })
  await page.keyboard.down('Control')
  await board.drag({ x: 400, y: 300 }, { x: 430, y: 330 }, { x: 460, y: 340 })
  await page.keyboard.up('Control')
  await expect
    .poll(async () => (await board.elements('rect'))[0])
    .toMatchObject({ x: box.x, y: box.y, w: 160, h: 140 })
  await board.drag({ x: 472, y: 352 }, { x: 440, y: 400 }, { x: 380, y: 420 })
  await expect.poll(async () => Number((await board.elements('rect'))[0]?.['r'])).not.toBe(0)
  await board.saved()
})

test('a board can be created with the keyboard alone', async ({ people, visit }) => {
  const { board } = await ownBoard(people, visit)
  const { page } = board
  await expect(board.host).toBeFocused()
  await page.keyboard.press('R')
  await page.keyboard.press('Enter')
  await expect.poll(() => kinds(board)).toEqual(['rect'])
  await page.keyboard.press('Enter')
  await expect(board.textBox).toBeFocused()
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Escape')
  await expect(board.host).toBeFocused()
  const [box] = await board.elements('rect')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await board.elements('rect'))[0]?.y).toBeGreaterThan(box?.y ?? 0)

  // Growing a diagram from the box: another box and the connector between them.
  await page.keyboard.press('Control+ArrowRight')
  await expect.poll(async () => (await board.elements('rect')).length).toBe(2)
  expect(await kinds(board)).toContain('connector')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('N')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Remember the tide')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await texts(board)).toEqual(expect.arrayContaining(['Harbour', 'Remember the tide']))

  // Tab moves from element to element and announces each.
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await board.selection()).length).toBe(1)
  const [first] = await board.selection()
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await board.selection())[0]).not.toBe(first)
  await expect(page.getByRole('list', { name: '1 element selected' })).toBeAttached()
  await board.saved()
})

test('the board is exported as an image with its content', async ({ people, visit }) => {
  const { board } = await ownBoard(people, visit)
  const { page } = board
  await board.draw('N', { x: 300, y: 200 }, { x: 500, y: 400 })
  await page.keyboard.type('Tide at noon')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await board.saved()

  async function exported(format: string): Promise<Download> {
    await page.getByTestId('board-menu').click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByRole('dialog').getByText(format, { exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    return download
  }
  const svg = await exported('SVG')
  expect(svg.suggestedFilename()).toBe('Studio.svg')
  const drawing = readFileSync(await svg.path(), 'utf8')
  expect(drawing).toMatch(/^<svg /)
  for (const word of ['Tide', 'noon']) expect(drawing).toContain(word)

  const png = await exported('PNG')
  expect(png.suggestedFilename()).toBe('Studio.png')
  // The note is yellow and its text dark: both colours must be in the image.
  const colors = await page.evaluate(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const pen = canvas.getContext('2d')
      pen?.drawImage(picture, 0, 0)
      const { data } = pen?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] }
      const count = { dark: 0, yellow: 0, all: data.length / 4 }
      for (let i = 0; i < data.length; i += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(i, i + 3)
        if (red + green + blue < 200) count.dark++
        if (red > 200 && green > 200 && blue < 200) count.yellow++
      }
      return count
    },
    readFileSync(await png.path()).toString('base64'),
  )
  expect(colors.yellow / colors.all).toBeGreaterThan(0.5)
  expect(colors.dark / colors.all).toBeGreaterThan(0.005)
})

test('files are inserted: an image as it is, and nothing at all from a broken drawing', async ({
  people,
  visit,
}) => {
  const { ada, wid, board } = await ownBoard(people, visit)
  const { page } = board
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 40)
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = '#2266aa'
    pen?.fillRect(0, 0, 60, 40)
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  await board.drop([{ name: 'harbour.png', type: 'image/png', bytes: picture }], { x: 500, y: 300 })
  await expect.poll(() => kinds(board)).toEqual(['image'])
  expect((await board.elements('image'))[0]).toMatchObject({ naturalW: 60, naturalH: 40 })
  await board.saved()
  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
  await sameBoard(board, elsewhere)

  const broken = [
    ['half.excalidraw', '{"type":"excalidraw","elements":[{', 'This file can’t be read.'],
    ['other.excalidraw', '{"type":"something"}', 'This file doesn’t contain a drawing.'],
  ] as const
  for (const [name, text, words] of broken) {
    await board.drop([{ name, type: '', bytes: [...Buffer.from(text)] }], { x: 500, y: 300 })
    const report = page.getByTestId('import-report')
    await expect(report).toContainText(words)
    await expect(report).toContainText('Nothing was changed.')
    await report.getByRole('button', { name: 'Got it' }).click()
  }
  expect(await kinds(board)).toEqual(['image'])
})
