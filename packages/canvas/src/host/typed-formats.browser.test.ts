import { signal } from '@preact/signals-core'
import { userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Board } from '../board.ts'
import { createBoard } from '../create-board.ts'
import type { HostRequest } from '../editor/board-view.ts'
import type { Replica } from '../replica/ports.ts'
import { BoardRoom } from '../testing/board-room.ts'
import { createFakeClock } from '../testing/fake-clock.ts'

let host: HTMLElement
let board: Board
let replica: Replica
let requests: HostRequest[]

beforeEach(async () => {
  host = document.body.appendChild(document.createElement('div'))
  host.style.cssText = 'position: fixed; left: 0; top: 0; width: 800px; height: 600px; overflow: hidden'
  replica = new BoardRoom().join('me', 'editor', createFakeClock())
  requests = []
  board = createBoard({
    host,
    replica,
    presence: {
      people: signal([]),
      show: () => undefined,
      preview: () => undefined,
      observePreviews: () => () => undefined,
    },
    files: {
      readAnimation: () => Promise.resolve(null),
      url: (id) => id,
      upload: () => Promise.reject(new Error('no server')),
    },
    cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
    theme: signal('light' as const),
    onRequest: (request) => requests.push(request),
    textLabel: () => 'Text',
  })
  await board.loadTextInput()
  host.focus()
  await userEvent.keyboard('n')
  for (const type of ['pointermove', 'pointerdown', 'pointerup'])
    host.dispatchEvent(
      new PointerEvent(type, {
        clientX: 400,
        clientY: 300,
        pointerId: 1,
        pointerType: 'mouse',
        bubbles: true,
      }),
    )
})

afterEach(() => {
  board.dispose()
  host.remove()
})

const getBox = () => host.querySelector('.ProseMirror')!
const html = () => getBox().innerHTML.replaceAll(/ (?:dir="auto"|rel="[^"]*"|class="[^"]*")/g, '')
const undo = () => userEvent.keyboard('{Control>}z{/Control}')

test.each([
  ['**bold** x', '<p><strong>bold</strong> x</p>', '<p>**bold**</p>'],
  ['a *slanted* x', '<p>a <em>slanted</em> x</p>', '<p>a *slanted*</p>'],
  ['_slanted_ x', '<p><em>slanted</em> x</p>', '<p>_slanted_</p>'],
  ['~~gone~~ x', '<p><s>gone</s> x</p>', '<p>~~gone~~</p>'],
  ['`a*b*` x', '<p><code>a*b*</code> x</p>', '<p>`a*b*`</p>'],
])('%s is formatted as typed, and undo right after takes only that back', async (typed, formatted, plain) => {
  const [before] = typed.split(' x')
  await userEvent.keyboard(before!)
  await undo()
  expect(html()).toBe(plain)
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  await userEvent.keyboard(typed)
  expect(html()).toBe(formatted)
})

test.each(['snake_case_name', '2 * 3 * 4', '** a **', 'x**y', '5*4*3'])(
  '%s stays as typed',
  async (typed) => {
    await userEvent.keyboard(typed)
    expect(html()).toBe(`<p>${typed}</p>`)
  },
)

test('a number sign makes a heading; Enter goes on with text, Backspace and undo take it back', async () => {
  await userEvent.keyboard('## Plan{Enter}text')
  expect(html()).toBe('<h2>Plan</h2><p>text</p>')
  await userEvent.keyboard('{Control>}a{/Control}{Delete}## {Backspace}x')
  expect(html()).toBe('<p>x</p>')
  await userEvent.keyboard('{Control>}a{/Control}{Delete}# ')
  expect(html()).toContain('<h1>')
  await undo()
  expect(html()).toBe('<p># </p>')
})

test('brackets make a check list that continues, is ticked by keys and by a click, and ends', async () => {
  await userEvent.keyboard('[[] milk{Enter}bread')
  expect(html()).toBe(
    '<ul data-checks=""><li data-checked="false"><p>milk</p></li><li data-checked="false"><p>bread</p></li></ul>',
  )
  await userEvent.keyboard('{Control>}{Alt>}{Enter}{/Alt}{/Control}')
  expect(html()).toContain('<li data-checked="true"><p>bread</p></li>')
  const [first] = getBox().querySelectorAll('li')
  const line = first!.querySelector('p')!.getBoundingClientRect()
  const at = { clientX: line.left - 6, clientY: line.top + line.height / 2, bubbles: true, cancelable: true }
  first!.dispatchEvent(new MouseEvent('mousedown', at))
  expect(getBox().querySelectorAll('[data-checked="true"]')).toHaveLength(2)
  await userEvent.keyboard('{End}{Enter}')
  expect(getBox().querySelectorAll('li')[2]?.getAttribute('data-checked')).toBe('false')
  await userEvent.keyboard('{Enter}after')
  expect(html()).toMatch(/<\/ul><p>after<\/p>$/)
})

test('[x] in a bulleted list makes it a check list, ticked there, and undo takes that back', async () => {
  await userEvent.keyboard('- one{Enter}[[x] ')
  expect(html()).toBe(
    '<ul data-checks=""><li data-checked="false"><p>one</p></li><li data-checked="true"><p><br></p></li></ul>',
  )
  await undo()
  expect(html()).toBe('<ul><li><p>one</p></li><li><p>[x] </p></li></ul>')
})

test.each([
  ['see https://example.org/a. Then', 'see <a href="https://example.org/a">https://example.org/a</a>. Then'],
  ['www.example.org ok', '<a href="https://www.example.org">www.example.org</a> ok'],
  ['[[the plan](example.org/p) ok', '<a href="https://example.org/p">the plan</a> ok'],
  ['javascript:alert(1) ok', 'javascript:alert(1) ok'],
  ['[[bad](javascript:alert) ok', '[bad](javascript:alert) ok'],
])('%s: URLs become links once a space follows', async (typed, linked) => {
  await userEvent.keyboard(typed)
  expect(html()).toBe(`<p>${linked}</p>`)
})

test('a URL at the end of a line or of the typing becomes a link; undone, it stays text', async () => {
  await userEvent.keyboard('https://example.org/a{Enter}https://example.org/b ')
  await undo()
  expect(html()).toBe(
    '<p><a href="https://example.org/a">https://example.org/a</a></p><p>https://example.org/b </p>',
  )
  await userEvent.keyboard('https://example.org/c{Escape}')
  const [note] = [...replica.document.ids()].filter((id) => replica.document.get(id)?.kind === 'sticky')
  const stored = JSON.stringify(replica.document.get(note!)!['text'])
  expect(stored.match(/"href":"[^"]*"/g)).toEqual([
    '"href":"https://example.org/a"',
    '"href":"https://example.org/c"',
  ])
})

function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  getBox().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('pasted URLs are links, and over a selection they link it', async () => {
  paste('see https://example.org/a')
  expect(html()).toBe('<p>see <a href="https://example.org/a">https://example.org/a</a></p>')
  await userEvent.keyboard('{Control>}a{/Control}the plan')
  await userEvent.keyboard('{Control>}a{/Control}')
  paste('https://example.org/b')
  expect(html()).toBe('<p><a href="https://example.org/b">the plan</a></p>')
})

test('the link editor sets, changes and removes the link at the caret', async () => {
  await userEvent.keyboard('the plan{Shift>}{ArrowLeft>4}{/ArrowLeft}{/Shift}{Control>}k{/Control}')
  expect(requests).toEqual([{ type: 'editLink' }])
  expect(board.links.get()).toBeNull()
  board.links.set('https://example.org/a')
  expect(html()).toBe('<p>the <a href="https://example.org/a">plan</a></p>')
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  expect(board.links.get()).toBe('https://example.org/a')
  board.links.set('https://example.org/b')
  expect(html()).toBe('<p>the <a href="https://example.org/b">plan</a></p>')
  board.links.set(null)
  expect(html()).toBe('<p>the plan</p>')
  await userEvent.keyboard('{End} ')
  board.links.set('mailto:ada@example.org')
  expect(html()).toContain('<a href="mailto:ada@example.org">ada@example.org</a>')
})

test('Ctrl and a click open a link while it is edited', async () => {
  await userEvent.keyboard('https://example.org/a ')
  const rect = getBox().querySelector('a')!.getBoundingClientRect()
  const at = { clientX: rect.left + 10, clientY: rect.top + rect.height / 2, bubbles: true, cancelable: true }
  for (const type of ['mousedown', 'mouseup', 'click'])
    getBox()
      .querySelector('a')!
      .dispatchEvent(new MouseEvent(type, { ...at, ctrlKey: true, button: 0 }))
  expect(requests).toEqual([{ type: 'openLink', href: 'https://example.org/a' }])
})
