import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { signal } from '@preact/signals-core'
import { createBoard, createReplica } from '@tavla/canvas'
import type { Ability, Board, ElementRecord, Replica } from '@tavla/canvas'
import { boardSchemas, encodeBatch } from '@tavla/canvas/model'
import type { EditOutcome, NewRecord } from '@tavla/canvas/model'
import type { Space } from '@tavla/contract'
import type { Presenting } from '@tavla/contract/realtime'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { openImageStore } from '../../platform/offline/image-store.ts'
import { getItems } from '../../platform/offline/undecided/undecided-items.ts'
import type { UndecidedStore } from '../../platform/offline/undecided/undecided-store.ts'
import type { WaitingFiles } from '../../platform/offline/waiting-files.ts'
import { BoardContext } from './board-context.ts'
import type { OpenBoard } from './board-context.ts'
import { type BoardUi, createBoardUi } from './board-ui.ts'
import { createBoardFiles } from './files/board-files.ts'
import { createHostCommands } from './menus/host-commands.ts'

// Translations are their keys here.
void i18next.use(initReactI18next).init({ lng: 'cimode', resources: {} })

/** A real board without a server, for tests of the components around it. */
export interface BoardOnPage {
  readonly board: Board
  readonly replica: Replica
  readonly ui: BoardUi
  show(parts: ReactNode): void
  element(id: string): ElementRecord
  dispose(): void
}

const page = { id: 'page', kind: 'page', parent: null, z: 'a', name: '' }

/** Context of the board where a test needs other values than empty and online. */
type BoardOnPageOptions = Partial<Pick<OpenBoard, 'undecided' | 'socket'>> & {
  readonly waiting?: WaitingFiles
}

export function boardOnPage(
  records: readonly NewRecord[],
  role: Ability = 'editor',
  { undecided = getUndecided(), socket = signal('open'), waiting = noWaitingFiles }: BoardOnPageOptions = {},
): BoardOnPage {
  const container = document.body.appendChild(document.createElement('div'))
  container.style.cssText = 'position: fixed; inset: 0'
  const host = container.appendChild(document.createElement('div'))
  host.style.cssText = 'position: absolute; inset: 0'
  const around = container.appendChild(document.createElement('div'))
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid: 'me', role },
    tab: 'test',
    outbox: { load: async () => [], add: async () => undefined, remove: async () => undefined },
    link: {
      sendEdit: () => true,
      need: () => true,
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
    clock,
  })
  const changes = [page, ...records].map((record) => ({ op: 'put' as const, record }))
  const edits = [{ seq: 1, time: 0, by: 'me', id: 'me:1', base: 0, mark: 'm', changes }]
  replica.receive.welcome({ seq: 1, role, tail: encodeBatch({ from: 1, to: 1, edits }), chunks: [] })
  const ui = createBoardUi()
  const room: OpenBoard['room'] = {
    role: signal(role),
    presenting: signal<Presenting | null>(null),
    present: () => undefined,
  }
  const board = createBoard({
    host,
    replica,
    commands: createHostCommands({
      ui,
      room,
      stopFollowing: () => undefined,
      toggleDark: () => undefined,
      copyLink: () => undefined,
    }),
    presence: {
      people: signal([]),
      show: () => undefined,
      preview: () => undefined,
      observePreviews: () => () => undefined,
    },
    files: {
      url: () => '',
      readAnimation: () => Promise.resolve(null),
      upload: () => Promise.reject(new Error('no server')),
    },
    cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
    theme: signal('light'),
    onRequest: () => undefined,
    textLabel: () => 'Text',
  })
  const root = createRoot(around)
  const space = { wid: 'w', name: 'Harbour', role: 'editor' } as Space
  const open = {
    space,
    board,
    replica,
    files: createBoardFiles({
      wid: 'w',
      uid: 'u',
      imageStore: openImageStore({ uid: 'u', wid: 'w' }, { indexedDB: undefined, now: () => 0 }),
      waitingFiles: waiting,
      replica,
      isOnline: signal(false),
    }),
    undecided,
    ui,
    room,
    socket,
    isWorkStored: signal(true),
    cacheProblem: signal(null),
  }
  return {
    board,
    replica,
    ui,
    show: (parts) =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <BoardContext value={open}>{parts}</BoardContext>
          </QueryClientProvider>
        </MantineProvider>,
      ),
    element: (id) => board.document.get(id) as ElementRecord,
    dispose() {
      root.unmount()
      board.dispose()
      replica.dispose()
      container.remove()
    },
  }
}

const noWaitingFiles: WaitingFiles = {
  list: signal([]),
  isDurable: signal(true),
  add: () => Promise.reject(new Error('nothing is kept here')),
  change: async () => undefined,
  remove: async () => undefined,
  close: () => undefined,
}

/** An in-memory store with the outcomes of these edits. */
export function getUndecided(...outcomes: readonly EditOutcome[]): UndecidedStore {
  const items = signal(outcomes.flatMap((outcome, i) => getItems(outcome, i)))
  return {
    items,
    isDurable: signal(true),
    add: async (outcome) => void (items.value = [...items.value, ...getItems(outcome, items.value.length)]),
    discard: async (keys) => void (items.value = items.value.filter(({ key }) => !keys.includes(key))),
    close: async () => undefined,
  }
}

/** An element with its default fields. */
export function newRecord(
  kind: string,
  fields: Readonly<Record<string, unknown>> & { readonly id: string },
): NewRecord {
  const defaults = boardSchemas.find((schema) => schema.kind === kind)?.defaults
  return { x: 400, y: 300, w: 200, h: 120, r: 0, ...defaults, kind, parent: 'page', z: fields.id, ...fields }
}
