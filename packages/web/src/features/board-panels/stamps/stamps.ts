import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Stamp } from '@tavla/canvas'
import { clock } from '../../../platform/dom/clock.ts'
import { createStampStore, type StoredStamp } from '../../../platform/offline/stamp-store.ts'
import { randomId } from '../../../platform/random.ts'
import { session } from '../../../state/index.ts'

/** More than anyone looks through. */
const maxStamps = 2_000

const store = createStampStore({ indexedDB: globalThis.indexedDB, now: clock.now })
const list = signal<readonly StoredStamp[] | null>(null)

/** The person's library; null until it is loaded. */
export const stamps: ReadonlySignal<readonly StoredStamp[] | null> = list

const getUid = () => session.userInfo.peek()?.uid ?? ''

export async function loadStamps(): Promise<void> {
  list.value = await store.list(getUid()).catch(() => [])
}

/** Adds the drawings of a file. False if they are too many, or if the browser does not store them. */
export async function addStamps(library: string, added: readonly Stamp[]): Promise<boolean> {
  const uid = getUid()
  const existing = await store.list(uid).catch(() => [])
  if (existing.length + added.length > maxStamps) return false
  const isStored = await store
    .add(
      uid,
      added.map(({ name, text }) => ({ id: randomId(), name, library, text })),
    )
    .then(
      () => true,
      () => false,
    )
  await loadStamps()
  return isStored
}

export async function removeStamps(ids: readonly string[]): Promise<void> {
  await store.remove(getUid(), ids).catch(() => undefined)
  await loadStamps()
}
