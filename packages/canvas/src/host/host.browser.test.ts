import { signal, type Signal } from '@preact/signals-core'
import { cdp, userEvent } from 'vitest/browser'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Board } from '../board.ts'
import { createBoard } from '../create-board.ts'
import { getPlainText, type RichText } from '../document/text/rich-text.ts'
import type { Replica } from '../replica/ports.ts'
import { BoardRoom } from '../testing/board-room.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { loadTextEditor } from './dom-text-box.ts'
import type { Person } from '../editor/board-ports.ts'
import type { HostRequest } from '../editor/board-view.ts'
import { textSchema } from '../document/text/rich-text.ts'
import { Transform } from 'prosemirror-transform'

interface Page {
  readonly host: HTMLElement
  readonly board: Board
  readonly replica: Replica
  readonly room: BoardRoom
  readonly requests: HostRequest[]
  readonly people: Signal<readonly Person[]>
}

let open: Page | undefined

beforeAll(loadTextEditor)

afterEach(() => {
  open?.board.dispose()
  open?.host.remove()
  open = undefined
})

/** A board on the test's page, 800 by 600, its replica's clock advanced by the test. */
function openBoard(): Page {
  const host = document.createElement('div')
  host.style.cssText = 'position: fixed; left: 0; top: 0; width: 800px; height: 600px; overflow: hidden'
  document.body.append(host)
  const room = new BoardRoom()
  const replica = room.join('me', 'editor', createFakeClock())
  const requests: HostRequest[] = []
  const people = signal<readonly Person[]>([])
  const board = createBoard({
    host,
    replica,
    presence: {
      people,
      show: () => undefined,
      preview: () => undefined,
      observePreviews: () => () => undefined,
    },
    files: {
      readAnimation: () => Promise.resolve(null),
      url: (id) => id,
      upload: () => Promise.resolve({ fileId: 'f1', w: 40, h: 30 }),
    },
    cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
    theme: signal('light' as const),
    onRequest: (request) => requests.push(request),
    textLabel: () => 'Text',
  })
  open = { host, board, replica, room, requests, people }
  return open
}

function pointer(host: HTMLElement, type: string, x: number, y: number): void {
  const init = {
    clientX: x,
    clientY: y,
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    bubbles: true,
    cancelable: true,
  }
  host.dispatchEvent(new PointerEvent(type, init))
}

function click(host: HTMLElement, x: number, y: number): void {
  for (const type of ['pointermove', 'pointerdown', 'pointerup']) pointer(host, type, x, y)
}

function texts(replica: Replica): string[] {
  return [...replica.document.ids()]
    .map((id) => replica.document.get(id)!['text'] as RichText | null | undefined)
    .filter((text) => text !== undefined && text !== null)
    .map(getPlainText)
}

/** Opens a sticky note around (400, 300), ready to be typed into. */
async function openNote(): Promise<Page> {
  const page = openBoard()
  page.host.focus()
  await userEvent.keyboard('n')
  click(page.host, 400, 300)
  expect(document.activeElement?.getAttribute('role')).toBe('textbox')
  return page
}

test('a note is created and typed with real keys, and Escape returns focus to the board', async () => {
  const { host, replica, board } = await openNote()
  await userEvent.keyboard('Buy milk')
  await userEvent.keyboard('{Escape}')
  expect(texts(replica)).toEqual(['Buy milk'])
  expect(board.state.editing.value).toBeNull()
  expect(document.activeElement).toBe(host)
  await userEvent.keyboard('{Delete}')
  expect(texts(replica)).toEqual([])
})

test('a dash starts a list, Enter continues it, and bold has a shortcut', async () => {
  const { replica, board } = await openNote()
  await userEvent.keyboard('- one{Enter}two {Control>}b{/Control}three')
  expect([...board.state.textFormats.value].sort()).toEqual(['bold', 'bulletList'])
  await userEvent.keyboard('{Escape}')
  const stored = [...replica.document.ids()]
    .map((id) => JSON.stringify(replica.document.get(id)!['text'] ?? ''))
    .join()
  expect(stored).toContain('"bulletList"')
  expect(stored).toContain('"bold"')
  expect(texts(replica)).toEqual(['one\ntwo three'])
})

test('single-key shortcuts are characters while text is edited', async () => {
  const { replica, board } = await openNote()
  await userEvent.keyboard('rope')
  expect(board.state.tool.value).toBe('select')
  await userEvent.keyboard('{Escape}')
  expect(texts(replica)).toEqual(['rope'])
})

test('typing with a note selected continues its text, from the first character on', async () => {
  const { replica, board } = await openNote()
  await userEvent.keyboard('Ask{Escape}')
  await userEvent.keyboard('Hello{Escape}')
  expect(texts(replica)).toEqual(['AskHello'])
  await userEvent.keyboard('{Escape}h')
  expect(board.state.tool.value).toBe('hand')
  expect(texts(replica)).toEqual(['AskHello'])
})

test('undo while editing reverts typing and keeps the text box open', async () => {
  const { replica, board } = await openNote()
  await userEvent.keyboard('Hello')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(board.state.editing.value).not.toBeNull()
  expect(texts(replica).join('')).toBe('')
  await userEvent.keyboard('Bye{Escape}')
  expect(texts(replica)).toEqual(['Bye'])
})

test('Japanese is composed by an input method beside kana that are there already', async () => {
  const { replica } = await openNote()
  const browser = cdp() as unknown as {
    send(method: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown>
  }
  const compose = async (...steps: readonly string[]): Promise<void> => {
    for (const text of steps) {
      const caret = { selectionStart: text.length, selectionEnd: text.length }
      await browser.send('Input.imeSetComposition', { text, ...caret })
    }
    await browser.send('Input.insertText', { text: steps.at(-1)! })
  }
  await compose('ほ', 'ほー', 'ほーむ', 'ホーム')
  await compose('で', 'でざ', 'でざいん', 'デザイン')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await compose('と', 'とう', '等')
  await userEvent.keyboard('{Escape}')
  expect(texts(replica)).toEqual(['ホームデザ等イン'])
})

test('text typed by someone else before the caret keeps the caret at its word', async () => {
  const { replica, room } = await openNote()
  await userEvent.keyboard('World')
  const id = [...replica.document.ids()].find((one) => replica.document.get(one)!.kind === 'sticky')!
  const mine = replica.openText(id)!
  mine.flush()
  mine.close()
  await room.settle()
  const kim = room.join('kim', 'editor', createFakeClock())
  const session = kim.openText(id)!
  session.apply(new Transform(session.doc).insert(1, textSchema.text('Hello ')).steps)
  session.flush()
  await room.settle()
  await userEvent.keyboard('!')
  await userEvent.keyboard('{Escape}')
  await room.settle()
  expect(texts(replica)).toEqual(['Hello World!'])
  expect(texts(kim)).toEqual(['Hello World!'])
})

test('the caret of another person in the same text moves with own typing, and ends with theirs', async () => {
  const { host, board, people } = await openNote()
  await userEvent.keyboard('Hello')
  const id = board.state.selection.value[0]!
  const page = board.state.page.value!
  const showAt = (anchor: number, head: number): void => {
    const caret = { id, anchor, head }
    people.value = [{ key: 'c1', uid: 'kim', name: 'Kim', showing: { page, caret } }]
  }
  const getCaret = () => host.querySelector<HTMLElement>('.tavla-caret')
  const getBefore = () => {
    const range = document.createRange()
    range.setStart(host.querySelector('.ProseMirror')!, 0)
    range.setEndBefore(getCaret()!)
    return range.toString()
  }
  showAt(3, 3)
  expect(getCaret()).toMatchObject({ ariaHidden: 'true', dataset: { name: 'Kim' } })
  expect(getBefore()).toBe('He')
  // Right after typing, ProseMirror takes back the first move of the caret.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Home}')
      return getSelection()!.focusOffset
    })
    .toBe(0)
  await userEvent.keyboard('Oh ')
  await expect.poll(getBefore).toBe('Oh He')
  showAt(4, 6)
  expect(getBefore()).toBe('Oh He')
  expect(host.querySelector('.ProseMirror [style*="background-color"]')?.textContent).toBe('He')
  people.value = []
  expect(getCaret()).toBeNull()
})

test('the text box covers its element, rotated and scaled with it', async () => {
  const { host, board, replica } = await openNote()
  const id = board.state.selection.value[0]!
  replica.edit([{ op: 'patch', id, fields: { r: 90 } }], 'turn')
  board.viewport.zoomBy(2, { x: 400, y: 300 })
  await userEvent.keyboard('x')
  const box = host.querySelector('.tavla-text-box')!.getBoundingClientRect()
  expect(box.x + box.width / 2).toBeCloseTo(400, 0)
  expect(box.y + box.height / 2).toBeCloseTo(300, 0)
  expect(box.width).toBeGreaterThan(300)
})

test('the wheel never scrolls the page, and zooms with Ctrl', () => {
  const { host, board } = openBoard()
  const turn = (init: WheelEventInit): boolean =>
    host.dispatchEvent(
      new WheelEvent('wheel', { clientX: 400, clientY: 300, bubbles: true, cancelable: true, ...init }),
    )
  expect(turn({ deltaY: 40 })).toBe(false)
  expect(board.state.camera.value.y).toBe(40)
  expect(turn({ deltaY: -20, ctrlKey: true })).toBe(false)
  expect(board.state.camera.value.zoom).toBeGreaterThan(1.1)
})

test('keys in a field or dialog next to the board are ignored', async () => {
  const { board } = openBoard()
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await userEvent.keyboard('r')
  expect(board.state.tool.value).toBe('select')
  expect(field.value).toBe('r')
  field.remove()
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  await userEvent.keyboard('r')
  expect(board.state.tool.value).toBe('rect')
  await userEvent.keyboard('{Enter}')
  expect(board.state.empty.value).toBe(true)
  button.remove()
})

test('Backspace and Delete on a button next to the board keep the selection', async () => {
  const { host, board, replica } = await openNote()
  await userEvent.keyboard('Keep me{Escape}')
  expect(board.state.selection.value).toHaveLength(1)
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  await userEvent.keyboard('{Backspace}{Delete}')
  expect(texts(replica)).toEqual(['Keep me'])
  button.remove()
  host.focus()
  await userEvent.keyboard('{Delete}')
  expect(texts(replica)).toEqual([])
})

test('releasing the middle button does not paste the X11 selection', async () => {
  const { host, board } = openBoard()
  const paste = () => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'selected in another window')
    host.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  // X11 pastes right after the release, of which mouse events tell nothing, since the press was taken.
  window.addEventListener('pointerup', paste, { once: true })
  await userEvent.click(host, { button: 'middle', position: { x: 400, y: 300 } })
  expect(board.state.empty.value).toBe(true)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  paste()
  expect(board.state.empty.value).toBe(false)
})

test('copy and paste use the browser’s clipboard events', async () => {
  const { host, board, replica } = await openNote()
  await userEvent.keyboard('Hi{Escape}')
  const copied = new DataTransfer()
  host.dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, bubbles: true, cancelable: true }))
  expect(copied.getData('text/plain')).toBe('Hi')
  host.dispatchEvent(new ClipboardEvent('paste', { clipboardData: copied, bubbles: true, cancelable: true }))
  await expect.poll(() => texts(replica)).toEqual(['Hi', 'Hi'])
  expect(board.state.selection.value).toHaveLength(1)
})

test('a dropped board file is passed to the host, with its position', () => {
  const { host, requests } = openBoard()
  const dropped = new DataTransfer()
  dropped.items.add(new File(['{}'], 'plan.excalidraw'))
  host.dispatchEvent(
    new DragEvent('drop', {
      dataTransfer: dropped,
      clientX: 100,
      clientY: 50,
      bubbles: true,
      cancelable: true,
    }),
  )
  expect(requests).toMatchObject([{ type: 'openFiles', at: { x: 100, y: 50 } }])
})

test('a disposed board removes all elements and listeners', () => {
  const page = openBoard()
  page.board.dispose()
  expect(page.host.children).toHaveLength(0)
  const sheets = document.adoptedStyleSheets.length
  page.host.dispatchEvent(new WheelEvent('wheel', { deltaY: 10, cancelable: true }))
  expect(document.adoptedStyleSheets).toHaveLength(sheets)
  page.host.remove()
  open = undefined
})

test('a frame’s title is edited in a field over it', async () => {
  const { host, replica } = openBoard()
  host.focus()
  await userEvent.keyboard('f')
  pointer(host, 'pointermove', 100, 100)
  pointer(host, 'pointerdown', 100, 100)
  pointer(host, 'pointermove', 200, 200)
  pointer(host, 'pointermove', 400, 300)
  pointer(host, 'pointerup', 400, 300)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('Sprint plan{Enter}')
  const titles = [...replica.document.ids()].map((id) => replica.document.get(id)!['title'])
  expect(titles).toContain('Sprint plan')
  expect(document.activeElement).toBe(host)
})

test('the text tool opens an existing text with a real mouse and focuses it', async () => {
  const { host, replica } = await openNote()
  await userEvent.keyboard('Hello{Escape}{Escape}')
  await userEvent.keyboard('t')
  await userEvent.click(host, { position: { x: 400, y: 300 } })
  expect(document.activeElement?.getAttribute('role')).toBe('textbox')
  await userEvent.keyboard('{Control>}a{/Control}Bye{Escape}')
  expect(texts(replica)).toEqual(['Bye'])
})

/** Replaces the visual viewport, as an on-screen keyboard changes it; returns a function that sets its height. */
function fakeKeyboard(): (height: number) => void {
  const shown = Object.assign(new EventTarget(), { offsetTop: 0, offsetLeft: 0, height: 600, scale: 1 })
  const own = Object.getOwnPropertyDescriptor(window, 'visualViewport')!
  Object.defineProperty(window, 'visualViewport', { configurable: true, get: () => shown })
  onTestFinished(() => void Object.defineProperty(window, 'visualViewport', own))
  return (height) => {
    shown.height = height
    shown.dispatchEvent(new Event('resize'))
  }
}

test('an on-screen keyboard never covers the text being typed, nor do the bars above it', async () => {
  const setHeight = fakeKeyboard()
  const { host, board } = openBoard()
  host.style.scrollPaddingBottom = '100px'
  board.setTool('text')
  click(host, 300, 560)
  const box = () => host.querySelector('.tavla-text-box')!.getBoundingClientRect()
  expect(box().bottom).toBeGreaterThan(540)
  setHeight(320)
  expect(box().bottom).toBeLessThanOrEqual(320 - 100)
  const before = board.state.camera.peek()
  await userEvent.keyboard('one{Enter}two{Enter}three{Enter}four')
  expect(box().bottom).toBeLessThanOrEqual(320 - 100)
  expect(box().top).toBeGreaterThanOrEqual(0)
  // The keyboard goes: nothing moves, and typing does not move the board either.
  setHeight(600)
  const after = board.state.camera.peek()
  expect(after.y).toBeGreaterThan(before.y)
  await userEvent.keyboard('{Enter}five')
  expect(board.state.camera.peek()).toEqual(after)
})

test('of a text that is higher than the free space, the caret stays visible', async () => {
  const setHeight = fakeKeyboard()
  const { host, board } = openBoard()
  board.setTool('text')
  click(host, 300, 100)
  await userEvent.keyboard('line{Enter}'.repeat(14))
  setHeight(220)
  await userEvent.keyboard('end')
  const range = getSelection()!.getRangeAt(0)
  const caret = range.getClientRects()[0] ?? range.startContainer.parentElement!.getBoundingClientRect()
  expect(caret.bottom).toBeLessThanOrEqual(220)
  expect(caret.top).toBeGreaterThanOrEqual(0)
})

test('the title of a frame is not covered either', () => {
  const setHeight = fakeKeyboard()
  const { host, board, replica } = openBoard()
  board.setTool('frame')
  for (const [type, x, y] of [
    ['pointermove', 200, 500],
    ['pointerdown', 200, 500],
    ['pointermove', 400, 580],
    ['pointerup', 400, 580],
  ] as const)
    pointer(host, type, x, y)
  const frame = [...replica.document.ids()].find((id) => replica.document.get(id)?.kind === 'frame')!
  const { x, y } = replica.document.get(frame) as unknown as { x: number; y: number }
  for (let i = 0; i < 2; i++)
    for (const type of ['pointermove', 'pointerdown', 'pointerup']) pointer(host, type, x + 8, y - 8)
  const field = host.querySelector('.tavla-title-box')
  expect(field).not.toBeNull()
  setHeight(300)
  expect(field!.getBoundingClientRect().bottom).toBeLessThanOrEqual(300)
})
