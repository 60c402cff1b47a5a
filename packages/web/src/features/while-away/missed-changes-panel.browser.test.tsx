import { signal } from '@preact/signals-core'
import type { EditOutcome } from '@tavla/canvas/model'
import { richTextFromPlain } from '@tavla/canvas/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SocketState } from '../../platform/network/room-socket.ts'
import type { WaitingFile, WaitingFiles } from '../../platform/offline/waiting-files.ts'
import { boardOnPage, type BoardOnPage, newRecord, getUndecided } from '../board-panels/testing.tsx'
import { LazyMissedChangesPanel } from './lazy-missed-changes-panel.tsx'
import { MissedChangesPill } from './missed-changes-pill.tsx'

const origin = (edit: number) => ({ editId: `t:${edit}`, mark: `m${edit}` })
const text = (plainText: string) => ({ text: richTextFromPlain(plainText) })
const notes = [
  newRecord('sticky', { id: 'moved', x: 0, y: 0, ...text('Moved') }),
  newRecord('rect', { id: 'painted', x: 300, fill: 'red' }),
  newRecord('sticky', { id: 'rewritten', x: 600, ...text('The boats come at nine') }),
  newRecord('sticky', { id: 'wanted', x: 900, ...text('Wanted by Bo') }),
  newRecord('sticky', { id: 'locked', x: 1200, lock: 'admin', ...text('Locked') }),
]
const skipped = (edit: number, id: string, fields: Readonly<Record<string, unknown>>): EditOutcome => ({
  ...origin(edit),
  type: 'fieldsSkipped',
  fields: Object.entries(fields).map(([field, mine]) => ({ id, field, mine, theirs: null, by: 'bo' })),
})
const movedAway = skipped(1, 'moved', { x: 40, y: 600 })
const painted = skipped(2, 'painted', { fill: 'green' })
const rewritten = skipped(3, 'rewritten', text('The boats come at ten'))
const skippedDelete: EditOutcome = {
  ...origin(4),
  type: 'deletesSkipped',
  records: [{ id: 'wanted', by: 'bo' }],
}
const deleted: EditOutcome = {
  ...origin(5),
  type: 'recordsRemoved',
  records: [
    {
      id: 'gone',
      by: 'bo',
      removedAt: null,
      record: { ...newRecord('sticky', { id: 'gone', ...text('From the train') }), by: 'me', made: 1 },
      entered: [],
    },
  ],
}
const refused: EditOutcome = {
  ...origin(6),
  type: 'rejected',
  refusal: { refused: 'locked', message: '' },
  changes: [{ op: 'patch', id: 'locked', fields: { y: 900 } }],
  entered: [{ id: 'locked', kind: 'sticky', fields: { y: 900 }, text: '' }],
}
const deleteSkipped: EditOutcome = { type: 'keptFromDelete', by: 'bo', ids: ['painted'] }
const everyKind = [movedAway, painted, rewritten, skippedDelete, deleted, refused, deleteSkipped]

let open: BoardOnPage | undefined
/** How the server answers; never, unless a test sets it. */
let answer: () => Promise<Response>

beforeEach(async () => {
  await page.viewport(1280, 800)
  answer = () => new Promise(() => undefined)
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => {
  open?.dispose()
  vi.unstubAllGlobals()
})

type BoardOnPageOptions = Parameters<typeof boardOnPage>[2]

function show(outcomes: readonly EditOutcome[], context: BoardOnPageOptions = {}): BoardOnPage {
  open = boardOnPage(notes, 'editor', { undecided: getUndecided(...outcomes), ...context })
  open.ui.missedPanel.value = 'by-hand'
  open.show(<LazyMissedChangesPanel />)
  return open
}

const panel = () => document.querySelector('aside')
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-testid="undecided"]')]
const getCard = (happened: string) => cards().find((card) => card.textContent.includes(happened))
const buttons = (within: Element | null | undefined, name: string) =>
  [...(within?.querySelectorAll<HTMLElement>('button') ?? [])].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )

async function press(within: () => Element | null | undefined, name: string): Promise<void> {
  await expect.poll(() => buttons(within(), name).length).toBeGreaterThan(0)
  await userEvent.click(buttons(within(), name)[0]!)
}

test('shows a card of each kind with both sides, and one image of both positions for what only moved', async () => {
  show(everyKind)
  await expect.poll(() => cards().length).toBe(6)
  const listImages = (happened: string) => getCard(happened)?.querySelectorAll('canvas').length
  const moved = cards().filter((card) => card.querySelector('[data-moved]'))
  expect(moved).toHaveLength(2)
  for (const card of moved) {
    expect(card.querySelectorAll('canvas')).toHaveLength(1)
    expect(card.textContent).toContain('away.side.boardToMine')
  }
  expect(moved.map((card) => card.textContent.includes('refused.locked'))).toContain(true)
  const changed = cards().filter((card) => card.textContent.includes('away.happened.fields'))
  expect(changed.map((card) => card.querySelectorAll('canvas').length).toSorted()).toEqual([1, 2, 2])
  expect([listImages('away.happened.removed'), listImages('away.happened.delete')]).toEqual([1, 1])
  expect(getCard('away.happened.removed')?.textContent).toContain('From the train')
  const difference = changed.find((card) => card.querySelector('del'))
  expect([
    difference?.querySelector('del')?.textContent,
    difference?.querySelector('ins')?.textContent,
  ]).toEqual([expect.stringContaining('nine'), expect.stringContaining('ten')])
  expect(document.querySelectorAll('[data-testid="kept"]')).toHaveLength(1)
})

test('draws a moved element in both positions, the old one faintly', async () => {
  show([movedAway])
  await expect.poll(() => document.querySelector('[data-moved] canvas')).not.toBeNull()
  const canvas = document.querySelector<HTMLCanvasElement>('[data-moved] canvas')!
  const findYellow = (share: number): number => {
    const { width, height } = canvas
    const pixels = canvas.getContext('2d')!.getImageData(0, Math.floor(height * share), width, 1).data
    let maxCards = 0
    for (let i = 0; i < pixels.length; i += 4) maxCards = Math.max(maxCards, pixels[i]! - pixels[i + 2]!)
    return maxCards
  }
  // From the top, where it is on the board, to the bottom, where this person moved it.
  await expect.poll(() => findYellow(0.9)).toBeGreaterThan(30)
  expect(findYellow(0.1)).toBeGreaterThan(4)
  expect(findYellow(0.1)).toBeLessThan(findYellow(0.9))
})

test('one card is decided: keep theirs, use mine, or keep both', async () => {
  const { board, element } = show([movedAway, painted])
  await expect.poll(() => cards().length).toBe(2)
  await press(() => cards()[0], 'away.act.theirs.fields')
  await expect.poll(() => cards().length).toBe(1)
  expect(element('moved')['x']).toBe(0)
  await press(() => cards()[0], 'away.act.mine.fields')
  await expect.poll(() => cards().length).toBe(0)
  expect(element('painted')['fill']).toBe('green')
  expect(panel()?.textContent).toContain('away.nothing')
  // The pressed button was removed, and the focus stays in the panel.
  expect(panel()?.contains(document.activeElement)).toBe(true)

  open?.dispose()
  show([painted])
  await press(() => cards()[0], 'away.act.both')
  await expect.poll(() => open?.board.document.childIds('page').length).toBe(notes.length + 1)
  expect(board).not.toBe(open?.board)
  expect(open?.element('painted')['fill']).toBe('red')
})

test('all conflicts are decided in one step, without changing unsent edits', async () => {
  const { element } = show([movedAway, painted, refused])
  await press(panel, 'away.act.takeAll')
  await expect.poll(() => cards().length).toBe(1)
  expect([element('moved')['y'], element('painted')['fill']]).toEqual([600, 'green'])
  await press(panel, 'away.act.theirs.rejected')
  await expect.poll(() => cards().length).toBe(0)
  expect(element('locked')['y']).not.toBe(900)

  open?.dispose()
  const again = show([movedAway, painted])
  await press(panel, 'away.act.keepAll')
  await expect.poll(() => cards().length).toBe(0)
  expect(again.element('painted')['fill']).toBe('red')
})

test('an element deleted by others is restored, and a skipped delete is done anyway', async () => {
  const { board } = show([deleted, skippedDelete])
  await press(() => getCard('away.happened.removed'), 'away.act.mine.removed')
  // Its deletion is not known here, so it is created again.
  const count = () => board.document.childIds('page').length
  await expect.poll(count).toBe(notes.length + 1)
  await press(() => getCard('away.happened.delete'), 'away.act.mine.delete')
  await expect.poll(() => board.document.get('wanted')).toBeUndefined()
  await expect.poll(() => cards().length).toBe(0)
})

test('a failed upload is retried, or removed with its image', async () => {
  const file: WaitingFile = {
    id: 'local:1',
    name: 'harbour.png',
    bytes: new Blob(['x']),
    at: 0,
    fileId: null,
    refused: { code: 4050, data: {} },
  }
  const list = signal<readonly WaitingFile[]>([file])
  const waiting: WaitingFiles = {
    list,
    isDurable: signal(true),
    add: () => Promise.reject(new Error('nothing is added here')),
    change: async (id, fields) =>
      void (list.value = list.value.map((file) => (file.id === id ? { ...file, ...fields } : file))),
    remove: async (id) => void (list.value = list.value.filter((file) => file.id !== id)),
    close: () => undefined,
  }
  show([], { waiting })
  await press(() => cards()[0], 'away.upload.retry')
  await expect.poll(() => list.value[0]?.refused).toBeNull()
  list.value = [file]
  await press(() => cards()[0], 'away.upload.remove')
  await expect.poll(() => list.value).toEqual([])
})

const missedChanges = { seen: 1, head: 3, uids: ['bo'], people: 'Bo' }

test('changes by others are loading, cannot be loaded, or wait for the connection', async () => {
  const socket = signal<SocketState>('open')
  const { ui } = show([], { socket })
  ui.missedChanges.value = missedChanges
  await expect.poll(() => document.querySelector('[aria-label="away.loading"]')).not.toBeNull()
  socket.value = 'connecting'
  await expect.poll(() => panel()?.textContent).toContain('away.offline')

  open?.dispose()
  answer = () => Promise.resolve(new Response('', { status: 500 }))
  show([]).ui.missedChanges.value = missedChanges
  await expect.poll(() => panel()?.querySelector('[role="alert"]')?.textContent).toBeTruthy()
  answer = () => new Promise(() => undefined)
  await press(panel, 'act.tryAgain')
  await expect.poll(() => document.querySelector('[aria-label="away.loading"]')).not.toBeNull()
})

test('opened by hand it gets the focus, says how much is pending, and returns the focus when closed', async () => {
  open = boardOnPage(notes, 'editor', { undecided: getUndecided(movedAway, painted) })
  const { ui } = open
  open.show(
    <>
      <button type="button" data-testid="opener" onClick={() => void (ui.missedPanel.value = 'by-hand')}>
        open
      </button>
      <MissedChangesPill narrow />
      <LazyMissedChangesPanel />
    </>,
  )
  const opener = () => document.querySelector<HTMLElement>('[data-testid="opener"]')
  await expect.poll(opener).not.toBeNull()
  await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toContain('away.pill')
  expect(panel()).toBeNull()
  opener()?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.tagName).toBe('H2')
  expect(panel()?.querySelector('[role="status"]')?.textContent).toBe('away.pill')
  // In reading order: other actions, then the decisions.
  const names: (string | null | undefined)[] = []
  for (let i = 0; i < 7; i++) {
    await userEvent.tab()
    names.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  }
  expect(names).toEqual([
    'act.close',
    'away.act.keepAll',
    'away.act.takeAll',
    'away.act.more',
    'away.act.mine.fields',
    'away.act.theirs.fields',
    'away.act.both',
  ])
  await userEvent.keyboard('{Escape}')
  await expect.poll(panel).toBeNull()
  expect(document.activeElement).toBe(opener())
})

test('nothing is cut off on the narrowest screens', async () => {
  await page.viewport(320, 640)
  const { ui } = show(everyKind)
  ui.missedChanges.value = missedChanges
  await expect.poll(() => cards().length).toBe(6)
  const overflowing = [...(panel()?.querySelectorAll('*') ?? [])].filter(
    (element) =>
      element.getBoundingClientRect().right > 320.5 && !element.closest('[class*="VisuallyHidden"]'),
  )
  expect(overflowing.map((element) => element.outerHTML.slice(0, 80))).toEqual([])
})
