import type { StorageKey } from './storage-keys.ts'

/** The part of the browser's `Storage` that is used. */
export interface StorageArea {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Another tab changed a key; `name` null means everything was cleared. */
export interface StorageEvents {
  addEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void
}

export interface BrowserStorage {
  /** Null if nothing is stored, or if the value is invalid. */
  read<T>(key: StorageKey<T>): T | null
  write<T>(key: StorageKey<T>, value: T): void
  remove(...keys: readonly StorageKey<unknown>[]): void
  /** Reports changes made by other tabs. */
  onChange(key: StorageKey<unknown>, listener: () => void): () => void
}

interface Areas {
  readonly local: StorageArea
  readonly session: StorageArea
  readonly events: StorageEvents
}

export function createStorage({ local, session, events }: Areas): BrowserStorage {
  const areas = { local, session }
  const listeners = new Map<string, Set<() => void>>()
  events.addEventListener('storage', ({ key }) => {
    const groups = key === null ? [...listeners.values()] : [listeners.get(key) ?? []]
    for (const group of groups) for (const listener of group) listener()
  })

  return {
    read(key) {
      const stored = areas[key.area].getItem(key.name)
      if (stored === null) return null
      const parsed = key.schema.safeParse(key.form === 'json' ? parseJson(stored) : stored)
      return parsed.success ? parsed.data : null
    },
    write(key, value) {
      const stored = key.form === 'json' ? JSON.stringify(value) : String(value)
      // A full or forbidden storage must not block the user; the value is then lost on reload.
      try {
        areas[key.area].setItem(key.name, stored)
      } catch (error) {
        console.warn(`${key.name} could not be stored`, error)
      }
    },
    remove(...keys) {
      for (const key of keys) areas[key.area].removeItem(key.name)
    },
    onChange(key, listener) {
      const group = listeners.get(key.name) ?? new Set()
      listeners.set(key.name, group.add(listener))
      return () => group.delete(listener)
    },
  }
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}

/** In-memory storage: for tests, and if the browser blocks storage. */
export function memoryArea(values = new Map<string, string>()): StorageArea {
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  }
}

/** Reading `window.localStorage` throws if the browser blocks it. */
function browserArea(name: 'localStorage' | 'sessionStorage'): StorageArea {
  try {
    return globalThis.window[name]
  } catch {
    return memoryArea()
  }
}

/** The browser's storage. All other code uses it through this object. */
export const storage = createStorage({
  local: browserArea('localStorage'),
  session: browserArea('sessionStorage'),
  events: globalThis.window ?? { addEventListener: () => undefined },
})
