/** An IndexedDB database. */
export interface DatabaseDefinition {
  readonly name: string
  readonly version: number
  upgrade(database: IDBDatabase, oldVersion: number): void
  /** Closes for an upgrade by a newer build in another tab; later writes of this tab are lost. */
  readonly closesForNewer: boolean
}

/** Null if the browser stores nothing, as in some private windows; data then lasts as long as the page. */
export async function openDatabase(
  factory: IDBFactory | undefined,
  { name, version, upgrade, closesForNewer }: DatabaseDefinition,
): Promise<IDBDatabase | null> {
  if (!factory) return null
  try {
    const request = factory.open(name, version)
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion)
    const database = await waitForRequest(request)
    if (closesForNewer) database.onversionchange = () => database.close()
    return database
  } catch {
    return null
  }
}

/** Opens the database while `run` runs; null if the browser stores nothing. */
export async function withDatabase<T>(
  factory: IDBFactory | undefined,
  definition: DatabaseDefinition,
  run: (database: IDBDatabase) => Promise<T>,
): Promise<T | null> {
  const database = await openDatabase(factory, definition)
  if (!database) return null
  try {
    return await run(database)
  } finally {
    database.close()
  }
}

/** Range of all keys with this prefix: the rows of a person, or of a person on one board. */
export function getPrefixRange(...prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(prefix, [...prefix, []])
}

export function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser could not read its database'))
  })
}

export function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new Error('The browser could not write its database'))
  })
}
