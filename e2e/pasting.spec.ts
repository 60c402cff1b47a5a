import type { Page } from '@playwright/test'
import { type BoardPage, openBoard } from './pages/board-page.ts'
import type { People } from './pages/people.ts'
import { expect, test } from './pages/test.ts'

const kinds = async (board: BoardPage) => (await board.elements()).map(({ kind }) => kind).toSorted()

// Breaches of the page's content policy fail every test.

/** Puts content on the clipboard as another program does. */
const copy = (page: Page, html: string, text: string) =>
  page.evaluate(
    async (copied) => {
      const toBlob = (type: string, content: string) => new Blob([content], { type })
      const item: Record<string, Blob> = { 'text/plain': toBlob('text/plain', copied.text) }
      if (copied.html !== '') item['text/html'] = toBlob('text/html', copied.html)
      await navigator.clipboard.write([new ClipboardItem(item)])
    },
    { html, text },
  )

async function openPasting(
  people: People,
  visit: (page: Page, path: string) => Promise<void>,
): Promise<{ board: BoardPage; paste(html: string, text: string): Promise<void> }> {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const board = await openBoard(ada, wid, visit)
  return {
    board,
    async paste(html, text) {
      await copy(page, html, text)
      await board.host.press('Control+V')
    },
  }
}

test('a pasted URL becomes a card with the title of its page, and a text again by undo', async ({
  people,
  visit,
}) => {
  const { board, paste } = await openPasting(people, visit)
  const url = 'https://harbour.example/plan'
  await board.page.route('**/api/space/link/preview*', (route) =>
    route.fulfill({
      json: { code: 200, data: { preview: { title: 'Harbour plan', site: 'harbour.example' } } },
    }),
  )
  await paste('', url)
  await expect.poll(() => kinds(board)).toEqual(['rect'])
  const [card] = await board.elements()
  expect(card).toMatchObject({ link: url })
  await board.host.press('Control+Z')
  await expect.poll(() => kinds(board)).toEqual(['text'])
  await board.page.unroute('**/api/space/link/preview*')
  // The server asks for no page within its own network.
  const answer = board.page.waitForResponse(/link\/preview/)
  await paste('', 'http://127.0.0.1/')
  expect(await (await answer).json()).toMatchObject({ code: 200, data: { preview: null } })
  expect(await kinds(board)).toEqual(['text', 'text'])
})

test('text of a web page keeps its headings, bold, lists and links under the content policy', async ({
  people,
  visit,
}) => {
  const { board, paste } = await openPasting(people, visit)
  await paste(
    '<meta charset="utf-8"><h2>Plan</h2><p>See <b>this</b> <a href="https://example.org/a">page</a></p>' +
      '<ul><li>One</li><li>Two</li></ul><a href="javascript:alert(1)">no</a>',
    'Plan\nSee this page\nOne\nTwo\nno',
  )
  await expect.poll(() => kinds(board)).toEqual(['text'])
  const stored = JSON.stringify((await board.elements('text'))[0]?.['text'])
  for (const part of ['"heading"', '"bold"', '"bulletList"', '"href":"https://example.org/a"'])
    expect(stored).toContain(part)
  expect(stored).not.toContain('javascript')
  await board.host.press('Control+Z')
  await expect.poll(() => kinds(board)).toEqual([])
})

test('scripts in pasted HTML never run, and what is beside them is pasted', async ({ people, visit }) => {
  const { board } = await openPasting(people, visit)
  // The browser's own clipboard would remove them.
  await board.host.evaluate((host) => {
    const event = new ClipboardEvent('paste', {
      clipboardData: new DataTransfer(),
      bubbles: true,
      cancelable: true,
    })
    const html = '<b>Hello</b><script>alert(1)</script><a href="javascript:alert(2)">you</a>'
    // Set on the event: Firefox leaves out what was in the object before.
    event.clipboardData?.setData('text/html', html)
    event.clipboardData?.setData('text/plain', 'Hello you')
    host.dispatchEvent(event)
  })
  await expect.poll(() => kinds(board)).toEqual(['text'])
  const stored = JSON.stringify((await board.elements('text'))[0]?.['text'])
  expect(stored).toContain('"bold"')
  expect(stored).not.toContain('alert')
})

test('a table of a web page or spreadsheet becomes a grid under the content policy', async ({
  people,
  visit,
}) => {
  const { board, paste } = await openPasting(people, visit)
  const cells = '<tr><td>Name</td><td>Age</td></tr><tr><td>Ada, Countess</td><td>36</td></tr>'
  await paste(`<table><tbody>${cells}</tbody></table>`, 'Name\tAge\nAda, Countess\t36')
  await expect.poll(() => kinds(board)).toEqual(['rect', 'rect', 'rect', 'rect'])
  const texts = (await board.elements('rect')).map(({ text }) => JSON.stringify(text))
  expect(texts.filter((text) => text.includes('Ada, Countess'))).toHaveLength(1)
  await board.host.press('Control+Z')
  await expect.poll(() => kinds(board)).toEqual([])
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'
const shape = (type: string, x: number) => ({ type, x, y: 0, width: 120, height: 80 })
const cell = (id: string, x: number) =>
  `<mxCell id="${id}" value="${id}" vertex="1" parent="1"><mxGeometry x="${x}" y="0" width="120" height="60" as="geometry"/></mxCell>`
const drawing =
  '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>' +
  `${cell('a', 0)}${cell('b', 300)}` +
  '<mxCell id="e" edge="1" parent="1" source="a" target="b"><mxGeometry relative="1" as="geometry"/></mxCell>' +
  '</root></mxGraphModel>'
const diagram = ['binding', 'binding', 'connector', 'rect', 'rect']

for (const [what, text, expected] of [
  ['SVG source', svg, ['image']],
  ['a drawing of Excalidraw', JSON.stringify({ type: 'excalidraw/clipboard', elements: [shape('rectangle', 0), shape('ellipse', 200)] }), ['ellipse', 'rect']], // prettier-ignore
  ['a drawing of draw.io', encodeURIComponent(drawing), diagram],
] as const)
  test(`${what} is pasted as elements under the content policy`, async ({ people, visit }) => {
    const { board, paste } = await openPasting(people, visit)
    await paste('', text)
    await expect.poll(() => kinds(board)).toEqual(expected)
    await board.host.press('Control+Z')
    await expect.poll(() => kinds(board)).toEqual([])
  })
