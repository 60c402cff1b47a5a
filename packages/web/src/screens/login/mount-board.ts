import '@fontsource/shantell-sans/400.css'
import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { createBoard, createReplica } from '@tavla/canvas'
import { boardSchemas, encodeBatch } from '@tavla/canvas/model'
import { clock } from '../../platform/dom/clock.ts'
import { randomId } from '../../platform/random.ts'
import { sceneRecords } from './board-scene.ts'
import type { SceneText } from './board-scene.ts'

const uid = 'visitor'

interface MountOptions {
  readonly host: HTMLElement
  readonly theme: ReadonlySignal<'light' | 'dark'>
  readonly words: SceneText
  /** Name of a text field on the board. */
  readonly textLabel: string
}

/** A real board of the real engine, with nobody behind it: what a visitor does stays on this page. */
export function mountBoard({ host, theme, words, textLabel }: MountOptions): () => void {
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid, may: 'editor' },
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
  const changes = sceneRecords(words).map((record) => ({ op: 'put' as const, record }))
  const first = { seq: 1, time: clock.now(), by: 'tavla', id: 'tavla:1', base: 0, mark: 'scene', changes }
  replica.receive.welcome({
    seq: 1,
    role: 'editor',
    tail: encodeBatch({ from: 1, to: 1, edits: [first] }),
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
    files: { url: () => '', upload: () => Promise.reject(new Error('a visitor uploads nothing')) },
    cameras: { load: () => undefined, save: () => undefined },
    theme,
    preferences: {
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      letterKeys: () => false,
    },
    onRequest: () => undefined,
    textLabel: () => textLabel,
  })
  // The form is what the keyboard is for here.
  host.tabIndex = -1
  const fit = new ResizeObserver(() => board.viewport.fitPage())
  fit.observe(host)
  return () => {
    fit.disconnect()
    board.dispose()
    replica.dispose()
  }
}
