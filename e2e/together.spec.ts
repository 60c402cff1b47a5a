import { BoardPage, openBoard, sameBoard, type TestRecord } from './pages/board-page.ts'
import { expect, test, type Visit } from './pages/test.ts'
import type { People } from './pages/people.ts'
import { overhear, RawSocket } from './pages/wire.ts'

const drawing = 'e2e/fixtures/2026-app-0.18.excalidraw'

/** Ada owns a board, Bo is an editor of it; both have it open. */
async function twoPeople(people: People, visit: Visit) {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const boards = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)] as const
  return { ada, bo, wid, boards }
}

const getIds = (records: readonly TestRecord[]) => records.map(({ id }) => id)
const getText = (record: TestRecord | undefined) =>
  JSON.stringify(record?.['text'] ?? '').replace(/"(?:text|type|doc|paragraph|content)"/g, '')
const getCharacters = (text: string, kind: RegExp) => text.match(kind)?.join('') ?? ''

test('two people import, draw, type in one note and move one element, and see each other do it', async ({
  people,
  visit,
}) => {
  const { boards } = await twoPeople(people, visit)
  const [ada, bo] = boards

  await ada.dropFile(drawing, { x: 420, y: 320 })
  const report = ada.page.getByTestId('import-report')
  await expect(report).toContainText('Added 15 elements to the board.')
  await expect(report).toContainText('Imported with changes:')
  await report.getByRole('button', { name: 'Got it' }).click()
  const imported = await sameBoard(ada, bo)
  for (const kind of ['rect', 'ellipse', 'diamond', 'line', 'connector', 'binding', 'text', 'pen', 'image'])
    expect(imported.map((record) => record.kind)).toContain(kind)

  // Each sees the other's name, cursor and selection.
  await expect(ada.page.getByRole('button', { name: 'Follow Bo' })).toBeVisible()
  await expect(bo.page.getByRole('button', { name: 'Follow Ada' })).toBeVisible()
  const box = await ada.draw('R', { x: 900, y: 120 }, { x: 1020, y: 200 })
  await sameBoard(ada, bo)
  const stroke = await bo.draw('P', { x: 900, y: 300 }, { x: 940, y: 360 }, { x: 1010, y: 290 })
  await sameBoard(ada, bo)
  await bo.page.keyboard.press('Escape')
  await bo.page.keyboard.press('V')
  await bo.click({ x: 900, y: 160 })
  await bo.moveTo({ x: 1100, y: 450 })
  await expect.poll(() => bo.selection()).toEqual([box.id])
  await expect
    .poll(() => ada.people())
    .toMatchObject([{ name: 'Bo', cursor: { x: 1100, y: 450 }, selection: [box.id] }])

  // Both type in the same note at once.
  const note = await ada.draw('N', { x: 560, y: 420 }, { x: 760, y: 620 })
  await ada.page.keyboard.type('start')
  await expect.poll(async () => getText((await bo.elements('sticky'))[0])).toContain('start')
  // Bo sees the caret of Ada where she types, first on the board and then in his own text box.
  await expect.poll(async () => (await bo.people())[0]?.caret).toEqual({ id: note.id, anchor: 6, head: 6 })
  // In a window that is not in front, Firefox moves no caret by key and focuses nothing.
  await ada.page.bringToFront()
  await ada.page.keyboard.press('Shift+Home')
  await expect.poll(async () => (await bo.people())[0]?.caret).toMatchObject({ anchor: 6, head: 1 })
  await ada.page.keyboard.press('End')
  await bo.page.bringToFront()
  await bo.doubleClick({ x: 660, y: 520 })
  await expect(bo.textBox).toBeFocused()
  await expect(bo.page.locator('.tavla-caret')).toHaveAttribute('data-name', 'Ada')
  await expect(ada.page.locator('.tavla-caret')).toHaveAttribute('data-name', 'Bo')
  await Promise.all([
    ada.page.keyboard.type('abcdefghijklmnopqrstuvwxyz', { delay: 40 }),
    bo.page.keyboard.type('01234567890123456789012345', { delay: 40 }),
  ])
  for (const { page } of boards) await page.keyboard.press('Escape')
  await expect.poll(async () => (await bo.people())[0]?.caret).toBeNull()
  const written = getText((await sameBoard(ada, bo)).find(({ id }) => id === note.id))
  expect(getCharacters(written, /[a-z]/g)).toBe('startabcdefghijklmnopqrstuvwxyz')
  expect(getCharacters(written, /\d/g)).toBe('01234567890123456789012345')

  // Both drag the same element at once, without snapping: both tabs must end with one of the two positions.
  for (const board of boards) {
    await board.page.keyboard.press('Escape')
    await board.page.keyboard.press('V')
    await board.press({ x: 900, y: 160 })
    await board.page.keyboard.down('Control')
  }
  await Promise.all([
    ada.goThrough({ x: 940, y: 150 }, { x: 1000, y: 130 }),
    bo.goThrough({ x: 880, y: 200 }, { x: 860, y: 260 }),
  ])
  await Promise.all(boards.map((board) => board.release()))
  for (const board of boards) await board.page.keyboard.up('Control')
  const moved = (await sameBoard(ada, bo)).find(({ id }) => id === box.id)
  expect([
    { x: box.x + 100, y: box.y - 30 },
    { x: box.x - 40, y: box.y + 100 },
  ]).toContainEqual({ x: moved?.x, y: moved?.y })
  expect(getIds(await ada.records())).toContain(stroke.id)
})

test('the server is killed while both draw: both continue without a reload, and nothing is lost', async ({
  server,
  people,
  visit,
}) => {
  const { ada: first, bo: second, boards } = await twoPeople(people, visit)
  const [ada, bo] = boards
  const loadedAt = () =>
    Promise.all([first, second].map(({ page }) => page.evaluate(() => performance.timeOrigin)))
  const before = await loadedAt()

  const drawn: TestRecord[] = []
  for (let i = 0; i < 3; i++) {
    const row = 120 + i * 60
    drawn.push(
      ...(await Promise.all([
        ada.draw('R', { x: 100, y: row }, { x: 180, y: row + 40 }),
        bo.draw('P', { x: 700, y: row }, { x: 740, y: row + 40 }, { x: 780, y: row }),
      ])),
    )
  }
  const acknowledged = await sameBoard(ada, bo)

  // The server is killed in the middle of Ada's stroke, with the pen down; Bo keeps drawing.
  await ada.page.keyboard.press('Escape')
  await ada.page.keyboard.press('P')
  await ada.press({ x: 300, y: 400 })
  await ada.goThrough({ x: 340, y: 440 })
  await server.kill()
  await ada.goThrough({ x: 380, y: 400 }, { x: 420, y: 440 })
  await ada.release()
  drawn.push(
    ...(await Promise.all([
      ada.draw('O', { x: 300, y: 520 }, { x: 380, y: 580 }),
      bo.draw('D', { x: 700, y: 400 }, { x: 780, y: 460 }),
    ])),
  )
  for (const board of boards) await board.notSaved()

  await server.start()
  const after = await sameBoard(ada, bo)
  expect(after).toEqual(expect.arrayContaining([...acknowledged]))
  expect(getIds(after)).toEqual(expect.arrayContaining(getIds(drawn)))
  // Bo's three strokes and Ada's interrupted one: the whole stroke, not a part of it.
  const strokes = after.filter(({ kind }) => kind === 'pen')
  expect(strokes).toHaveLength(4)
  expect(strokes.find(({ by }) => by === first.uid)).toMatchObject({ x: 300, y: 400, w: 120, h: 40 })
  expect(await loadedAt()).toEqual(before)

  await bo.draw('R', { x: 900, y: 520 }, { x: 980, y: 580 })
  await sameBoard(ada, bo)
})

test('both tabs are closed right before the kill: everything shown as saved is there', async ({
  server,
  people,
  visit,
}) => {
  const { ada: owner, bo: editor, wid, boards } = await twoPeople(people, visit)
  const [ada, bo] = boards
  await ada.draw('N', { x: 200, y: 200 }, { x: 400, y: 400 })
  await ada.page.keyboard.type('Keep me')
  await Promise.all([
    bo.draw('P', { x: 600, y: 200 }, { x: 650, y: 280 }, { x: 700, y: 200 }),
    ada.page.keyboard.press('Escape'),
  ])
  for (const board of boards) await board.saved()
  const saved = await sameBoard(ada, bo)
  await Promise.all([owner, editor].map(({ page }) => page.close()))
  await server.kill()
  await server.start()

  // In browsers that have never opened the board, so that nothing comes from a local cache.
  const reopened = [
    await openBoard(await people.otherBrowser(owner), wid, visit),
    await openBoard(await people.otherBrowser(editor), wid, visit),
  ]
  expect(await sameBoard(...reopened)).toEqual(saved)
})

test(
  'a viewer gets no tools, and a forged message changes nothing',
  { tag: '@chromium' },
  async ({ server, people, visit }) => {
    const [ada, cleo] = [await people.member('Ada'), await people.member('Cleo')]
    const wid = await people.space(ada, 'Studio', [[cleo, 'viewer']])
    const frames = overhear(ada.page)
    const board = await openBoard(ada, wid, visit)
    const box = await board.draw('R', { x: 300, y: 200 }, { x: 420, y: 280 })
    await board.saved()

    const viewed = await openBoard(cleo, wid, visit)
    await expect(cleo.page.getByTestId('view-only')).toContainText('You can view this board.')
    await expect(viewed.saveState).toHaveText('View only')
    for (const tool of ['rect', 'pen', 'sticky', 'text', 'eraser'])
      await expect(viewed.tool(tool)).toBeHidden()
    await viewed.host.press('R')
    await viewed.drag({ x: 500, y: 500 }, { x: 600, y: 600 })
    await viewed.click({ x: 300, y: 240 })
    await viewed.host.press('Delete')
    await expect.poll(async () => getIds(await viewed.elements())).toEqual([box.id])

    // Ada moves the box and undoes it. The viewer then sends the same frame that moved it.
    await board.host.press('Escape')
    await board.drag({ x: 300, y: 240 }, { x: 500, y: 440 })
    await expect.poll(async () => (await board.elements('rect'))[0]).toMatchObject({ x: 500, y: 400 })
    await board.saved()
    const move = frames.findLast(({ frame }) => frame.t === 'edit')
    await board.host.press('Control+z')
    await expect.poll(async () => (await board.elements('rect'))[0]).toMatchObject({ x: 300, y: 200 })
    const expected = await sameBoard(board)

    const raw = await RawSocket.open(cleo, server.url, frames)
    raw.send({ t: 'join', wid })
    expect((await raw.receive('welcome')).role).toBe('viewer')
    raw.send({ t: 'edit' }, move?.payload)
    expect((await raw.receive('reject')).reason).toBe('role')
    raw.close()
    expect(await board.records()).toEqual(expected)

    // Somebody without access cannot even join.
    const stranger = await people.member('Dan')
    const outside = await RawSocket.open(stranger, server.url, frames)
    outside.send({ t: 'join', wid })
    expect((await outside.receive('refused')).code).toBe(4004)
    outside.close()

    await board.page.reload()
    await board.opened()
    expect(await sameBoard(board)).toEqual(expected)

    // After the role is raised, the same tab can draw without a reload.
    await ada.api.space.setRole({ query: { wid }, body: { uid: cleo.uid, role: 'editor' } })
    await expect(viewed.tool('pen')).toBeVisible()
    await viewed.draw('P', { x: 600, y: 300 }, { x: 660, y: 360 })
    await sameBoard(board, viewed)
  },
)

test('on a phone everything at the top of a board can be seen and reached, without overlaps', async ({
  people,
  visit,
}) => {
  const [ada, bo, cleo] = [await people.member('Ada'), await people.member('Bo'), await people.member('Cleo')]
  const wid = await people.space(ada, 'Harbour and quays', [
    [bo, 'editor'],
    [cleo, 'editor'],
  ])
  const { page } = await openBoard(ada, wid, visit)
  const faces = page.getByRole('list', { name: /other (person|people) here/ })
  const parts = {
    menu: page.getByTestId('board-menu'),
    pages: page.getByTestId('pages'),
    status: page.getByTestId('save-state'),
    faces,
    voice: page.getByTestId('voice'),
    bell: page.getByTestId('bell'),
    share: page.getByTestId('share'),
  }
  const others = [bo, cleo]
  for (const count of [1, 2]) {
    await openBoard(others[count - 1]!, wid, visit)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(faces).toHaveAccessibleName(new RegExp(`^${count} other`))
      const boxes = await Promise.all(
        Object.entries(parts).map(async ([name, part]) => {
          // Some of them load after the board.
          await expect(part).toBeVisible()
          const box = await part.boundingBox()
          if (!box) throw new Error(`${name} cannot be seen`)
          return { name, ...box }
        }),
      )
      const ordered = boxes.toSorted((a, b) => a.x - b.x)
      expect(ordered.map(({ name }) => name)).toEqual(Object.keys(parts))
      for (const [i, { name, x, width: w }] of ordered.entries()) {
        expect(w, `${name} at ${width}`).toBeGreaterThanOrEqual(24)
        const before = ordered[i - 1]
        expect(x, `${name} at ${width}`).toBeGreaterThanOrEqual(before ? before.x + before.width : 0)
        expect(x + w, `${name} at ${width}`).toBeLessThanOrEqual(width)
      }
      // The part of the name that fits.
      expect(ordered[1]?.width, `pages at ${width}`).toBeGreaterThanOrEqual(60)
      await expect(parts.pages).toHaveAccessibleName('Harbour and quays, page: Page 1')
    }
  }
})

test('slides are presented with notes in one window and without them in another for the audience', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  const { page } = board
  await board.draw('F', { x: 200, y: 200 }, { x: 500, y: 400 })
  await page.keyboard.press('Escape')
  await board.draw('F', { x: 600, y: 200 }, { x: 900, y: 400 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+Shift+P')
  await expect(page.getByTestId('slide-number')).toHaveText('1 / 2')
  const [audience] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Audience window' }).click(),
  ])
  await page.getByRole('textbox', { name: 'Presenter notes' }).fill('Welcome everybody')
  await expect(audience.getByTestId('slide')).toBeVisible({ timeout: 30_000 })
  // Nothing but the slide: no bars, no notes.
  await expect(audience.getByRole('button')).toHaveCount(0)
  await expect(audience.getByText('Welcome everybody')).toHaveCount(0)
  const shown = new BoardPage(audience)
  const first = await shown.camera()
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect.poll(async () => (await shown.camera()).x).toBeGreaterThan(first.x)
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(page.getByRole('textbox', { name: 'Presenter notes' })).toHaveValue('Welcome everybody')
  await page.getByRole('button', { name: 'End slideshow' }).click()
  await expect(audience.getByText('Waiting for the slideshow')).toBeVisible()
})
