import { WhileAwayPanel } from './pages/while-away-panel.ts'
import { openBoard, sameBoard, type TestRecord } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'
import { openTab, waitUntilCached, waitUntilPreloaded } from './pages/offline-app.ts'

const getText = (record: TestRecord | undefined) =>
  JSON.stringify(record?.['text'] ?? '').replace(/"(?:text|type|doc|paragraph|content)"/g, '')

test(
  'text typed offline into a note that someone deleted waits for a decision and restores the note',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [first, second] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    const note = await first.draw('N', { x: 400, y: 240 }, { x: 640, y: 480 })
    await first.page.keyboard.type('start')
    await first.page.keyboard.press('Escape')
    await expect.poll(async () => getText((await second.elements('sticky'))[0])).toContain('start')

    await waitUntilPreloaded(bo.page)
    await bo.context.setOffline(true)
    await second.doubleClick({ x: 520, y: 360 })
    await expect(second.textBox).toBeFocused()
    await second.page.keyboard.press('End')
    await second.page.keyboard.type(' from the train')
    await second.page.keyboard.press('Escape')
    await second.notSaved()
    await first.click({ x: 420, y: 260 })
    await first.host.press('Delete')
    await expect.poll(() => first.elements()).toEqual([])
    await first.saved()

    await bo.context.setOffline(false)
    const panel = new WhileAwayPanel(second.page)
    await panel.shown(1)
    await second.undecided()
    await expect(panel.cards).toContainText('Ada')
    await expect(panel.cards).toContainText('start from the train')
    await second.page.reload()
    await second.opened()
    await panel.shown(1)
    await panel.act('Restore')
    await expect
      .poll(async () => getText((await first.elements('sticky'))[0]))
      .toContain('start from the train')
    const both = await sameBoard(first, second)
    expect(both.filter(({ kind }) => kind === 'sticky').map(({ id }) => id)).toEqual([note.id])
  },
)

test(
  'work done offline while the role was lowered is kept, and sent after the role is raised',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [first, second] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    await waitUntilPreloaded(bo.page)
    await bo.context.setOffline(true)
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      const note = await second.draw('N', { x: 60 + i * 220, y: 240 }, { x: 240 + i * 220, y: 420 })
      await second.page.keyboard.type(`Idea ${i}`)
      await second.page.keyboard.press('Escape')
      made.push(note.id)
    }
    await second.notSaved()
    await ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role: 'viewer' } })
    await bo.context.setOffline(false)

    const panel = new WhileAwayPanel(second.page)
    await panel.shown(5)
    await second.undecided()
    await expect(panel.cards.first()).toContainText('Idea')
    // One element counts once, although each suggestion consists of many edits.
    await expect(second.saveState).toHaveText('5 need your decision')
    await expect(panel.root.getByRole('button', { name: 'Request edit access' })).toBeVisible()
    await second.page.reload()
    await second.opened()
    await panel.shown(5)

    await ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role: 'editor' } })
    await panel.act('Send all')
    await expect.poll(async () => (await first.elements('sticky')).map(getText).join()).toContain('Idea 4')
    const both = await sameBoard(first, second)
    const ideas = both
      .filter(({ kind }) => kind === 'sticky')
      .map(getText)
      .toSorted()
    expect(ideas).toHaveLength(5)
    ideas.forEach((idea, i) => expect(idea).toContain(`Idea ${i}`))
  },
)

test(
  'an image dropped offline is shown at once, survives a reload, and is uploaded on return',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada', { cachesApp: true }), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [first, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    await waitUntilCached(first.page)
    const address = first.page.url()
    await waitUntilPreloaded(ada.page)
    await ada.context.setOffline(true)
    const bytes = await first.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(120, 80)
      const pen = canvas.getContext('2d')
      if (pen) pen.fillStyle = '#2266aa'
      pen?.fillRect(0, 0, 120, 80)
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
    })
    await first.drop([{ name: 'harbour.png', type: 'image/png', bytes }], { x: 500, y: 300 })
    await expect.poll(async () => (await first.elements('image')).length).toBe(1)
    await first.notSaved()
    await first.page.close()

    const again = await openTab(ada, address)
    await expect.poll(async () => (await again.elements('image')).length).toBe(1)
    await again.notSaved()
    await ada.context.setOffline(false)
    await again.saved()
    await expect.poll(async () => (await other.elements('image'))[0]?.['file']).toMatch(/^(?!local:).+/)
    const [picture] = await other.elements('image')
    const stored = await bo.api.file.download({ query: { id: String(picture?.['file']) } })
    expect(stored.url).toContain('/')
    await sameBoard(again, other)
  },
)

test(
  'a delete made offline leaves elements that someone changed later, and both are informed',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [first, second] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    await first.draw('N', { x: 400, y: 240 }, { x: 640, y: 480 })
    await first.page.keyboard.press('Escape')
    await first.saved()
    await expect.poll(() => second.elements('sticky')).toHaveLength(1)

    await waitUntilPreloaded(bo.page)
    await bo.context.setOffline(true)
    await second.click({ x: 420, y: 260 })
    await second.host.press('Delete')
    await expect.poll(() => second.elements()).toEqual([])
    await second.notSaved()
    await first.doubleClick({ x: 520, y: 360 })
    await expect(first.textBox).toBeFocused()
    await first.page.keyboard.type('Fifty characters that must not go without a word.')
    await first.page.keyboard.press('Escape')
    await first.saved()
    const changedAt = Date.now()

    // A change of a moment ago counts as a race that the later edit wins; after that window it counts as somebody's
    // work.
    await expect.poll(() => Date.now() - changedAt, { timeout: 20_000 }).toBeGreaterThan(11_000)
    await bo.context.setOffline(false)
    const panel = new WhileAwayPanel(second.page)
    await panel.shown(1)
    await expect(panel.cards).toContainText('Ada')
    await expect.poll(async () => getText((await second.elements('sticky'))[0])).toContain('Fifty characters')
    await expect(new WhileAwayPanel(first.page).root).toContainText('Bo')
    await panel.act('Keep theirs')
    await expect(panel.cards).toHaveCount(0)
    await second.saved()
    expect(getText((await first.elements('sticky'))[0])).toContain('Fifty characters')
  },
)

test(
  'a second tab opened offline shows the same board with the same unsent work, and does not call it saved',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada', { cachesApp: true })
    const wid = await people.space(ada, 'Studio')
    const first = await openBoard(ada, wid, visit)
    await first.saved()
    await waitUntilCached(first.page)
    await waitUntilPreloaded(ada.page)
    await ada.context.setOffline(true)
    await first.draw('N', { x: 400, y: 240 }, { x: 640, y: 480 })
    await first.page.keyboard.type('Written in the first tab')
    await first.page.keyboard.press('Escape')
    await first.notSaved()

    const second = await openTab(ada, first.page.url())
    await expect
      .poll(async () => getText((await second.elements('sticky'))[0]))
      .toContain('Written in the first')
    await second.notSaved()
    await ada.context.setOffline(false)
    await sameBoard(first, second)
    const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
    expect(getText((await elsewhere.elements('sticky'))[0])).toContain('Written in the first tab')
  },
)

test(
  'work for a board after one’s removal can be read and copied below the other options, counted once',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const second = await openBoard(bo, wid, visit)
    const { page } = second
    await second.saved()
    await waitUntilPreloaded(page)
    await bo.context.setOffline(true)
    await second.draw('N', { x: 400, y: 240 }, { x: 640, y: 480 })
    await page.keyboard.type('From the train')
    await page.keyboard.press('Escape')
    await second.notSaved()
    await ada.api.space.setRole({ query: { wid }, body: { uid: bo.uid, role: 'viewer' } })
    await bo.context.setOffline(false)
    await second.undecided()
    await ada.api.space.removeMember({ query: { wid, uid: bo.uid } })

    const unsentWork = page.getByTestId('kept-work')
    await expect(unsentWork).toContainText('From the train')
    await expect(unsentWork).toContainText('1 item from this board isn’t on the server.')
    await expect(page.getByTestId('unsent-safe')).toHaveCount(0)
    const ask = await page.getByRole('link', { name: 'Request access' }).boundingBox()
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const box = await unsentWork.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width)
      expect(box?.y, `at ${width}`).toBeGreaterThan(ask?.y ?? 0)
    }
  },
)
