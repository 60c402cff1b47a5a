import { signal } from '@preact/signals-core'
import { expect, onTestFinished, test } from 'vitest'
import { createBoard } from './create-board.ts'
import { getPlainText, type RichText } from './document/text/rich-text.ts'
import { BoardRoom } from './testing/board-room.ts'
import { createFakeClock } from './testing/fake-clock.ts'

function press(key: string, init: KeyboardEventInit = {}): void {
  const options = { key, bubbles: true, cancelable: true, ...init }
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options))
}

function type(text: string): void {
  for (const data of text) {
    const options = { inputType: 'insertText', data, bubbles: true, cancelable: true }
    document.activeElement!.dispatchEvent(new InputEvent('beforeinput', options))
  }
}

function point(host: HTMLElement, name: string, x: number): void {
  const init = { clientX: x, clientY: 300, pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true }
  host.dispatchEvent(new PointerEvent(name, { ...init, cancelable: true }))
}

// One test, because the editor stays loaded in the page. It does not load while the test awaits nothing.
test('what is typed before the text editor has loaded is kept, also if editing ends before', async () => {
  const host = document.createElement('div')
  host.style.cssText = 'position: fixed; left: 0; top: 0; width: 800px; height: 600px'
  document.body.append(host)
  const replica = new BoardRoom().join('me', 'editor', createFakeClock())
  const board = createBoard({
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
      upload: () => Promise.reject(new Error('nothing is uploaded here')),
    },
    cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
    theme: signal('light' as const),
    onRequest: () => undefined,
    textLabel: () => 'Text',
  })
  onTestFinished(() => {
    board.dispose()
    host.remove()
  })
  const getTexts = () =>
    [...replica.document.ids()]
      .map((id) => replica.document.get(id)!['text'] as RichText | null | undefined)
      .flatMap((text) => (text ? [getPlainText(text)] : []))
  const addNote = (x: number): void => {
    board.select([])
    host.focus()
    press('n')
    for (const event of ['pointermove', 'pointerdown', 'pointerup']) point(host, event, x)
  }
  addNote(150)
  expect(document.activeElement?.role).toBe('textbox')
  type('Milk')
  board.endText('keep')
  expect(getTexts()).toEqual(['Milk'])

  // Escape is not put off: what follows is no text.
  addNote(150)
  type('Milk')
  press('a', { ctrlKey: true })
  type('Rice')
  press('Enter')
  type('Salx')
  press('Backspace')
  type('t')
  press('Escape')
  expect(document.activeElement).toBe(host)
  expect(getTexts().sort()).toEqual(['Milk', 'Rice\nSalt'])

  press('Enter')
  press('a', { ctrlKey: true })
  type('Tea')
  press('Escape')
  expect(getTexts().sort()).toEqual(['Milk', 'Tea'])

  addNote(600)
  type('Honey')
  press('a', { ctrlKey: true })
  type('- jamx')
  press('Backspace')
  expect(document.activeElement?.ariaBusy).toBe('true')
  await expect.poll(() => document.querySelector('.tavla-text-box [aria-busy]')).toBeNull()
  expect(document.activeElement?.querySelector('ul')?.textContent).toBe('jam')
  press('Escape')
  expect(getTexts().sort()).toEqual(['Milk', 'Tea', 'jam'])
  expect(document.activeElement).toBe(host)
})
