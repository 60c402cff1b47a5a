import '@fontsource/shantell-sans/400.css'
import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { createBoard, createReplica } from '@tavla/canvas'
import { boardSchemas, encodeBatch } from '@tavla/canvas/model'
import { clock } from '../../platform/dom/clock.ts'
import { randomId } from '../../platform/random.ts'
import { createSceneRecords } from './board-scene.ts'
import type { SceneText } from './board-scene.ts'

const uid = 'visitor'

interface MountOptions {
  readonly host: HTMLElement
  readonly theme: ReadonlySignal<'light' | 'dark'>
  readonly texts: SceneText
  /** Name of a text field on the board. */
  readonly textLabel: string
}

/** Mounts a working board without a server: the visitor's changes are not stored. */
export function mountBoard({ host, theme, texts, textLabel }: MountOptions): () => void {
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid, role: 'editor' },
    tab: randomId(),
    outbox: { load: async () => [], add: async () => undefined, remove: async () => undefined },
    link: {
      sendEdit: () => true,
      need: () => true,
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
    clock,
  })
  const changes = createSceneRecords(texts).map((record) => ({ op: 'put' as const, record }))
  const firstEdit = { seq: 1, time: clock.now(), by: 'tavla', id: 'tavla:1', base: 0, mark: 'scene', changes }
  replica.receive.welcome({
    seq: 1,
    role: 'editor',
    tail: encodeBatch({ from: 1, to: 1, edits: [firstEdit] }),
    chunks: [],
  })
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
      url: () => '',
      readAnimation: () => Promise.resolve(null),
      upload: () => Promise.reject(new Error('Visitors cannot upload files')),
    },
    cameras: { load: () => undefined, save: () => undefined },
    theme,
    preferences: {
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      letterKeys: () => false,
      typeToEdit: () => false,
    },
    onRequest: () => undefined,
    textLabel: () => textLabel,
  })
  // The keyboard belongs to the sign-in form.
  host.tabIndex = -1
  const resizeObserver = new ResizeObserver(() => board.viewport.fitPage())
  resizeObserver.observe(host)
  return () => {
    resizeObserver.disconnect()
    board.dispose()
    replica.dispose()
  }
}
