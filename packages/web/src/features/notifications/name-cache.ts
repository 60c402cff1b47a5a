import { isRefusal } from '../../platform/failure.ts'

/** The current name of a person or space; null if deleted or no longer visible. */
export type LookupResult<T> = T | null

export interface PersonProfile {
  readonly name: string
  readonly photo: string | null
}

export interface NameCacheOptions {
  readonly person: (uid: string) => Promise<PersonProfile>
  readonly space: (wid: string) => Promise<string>
  /** Called when a lookup answered, so that notifications render again. */
  readonly onFound: () => void
}

/** Names and photos by lookup, each requested once; spec §3. */
export interface NameCache {
  /** Undefined while it is being looked up. */
  person(uid: string): LookupResult<PersonProfile> | undefined
  space(wid: string): LookupResult<string> | undefined
  /** Sets a stored name until the lookup answers. */
  remember(people: Iterable<readonly [string, PersonProfile]>): void
  /** Repeats lookups without an answer when the name is next needed. */
  retryUnanswered(): void
  clear(): void
}

const notFoundCode = 4004

export function createNameCache({ person, space, onFound }: NameCacheOptions): NameCache {
  const people = createLookupCache(person, onFound)
  const spaces = createLookupCache(space, onFound)
  return {
    person: people.get,
    space: spaces.get,
    remember: people.remember,
    retryUnanswered() {
      people.retryUnanswered()
      spaces.retryUnanswered()
    },
    clear() {
      people.clear()
      spaces.clear()
    },
  }
}

function createLookupCache<T>(fetchValue: (id: string) => Promise<T>, onFound: () => void) {
  const known = new Map<string, LookupResult<T>>()
  const requested = new Set<string>()
  const lookUp = async (id: string) => {
    try {
      known.set(id, await fetchValue(id))
      onFound()
    } catch (error) {
      if (!isRefusal(error, notFoundCode)) return
      known.set(id, null)
      onFound()
    }
  }
  return {
    get(id: string): LookupResult<T> | undefined {
      if (!requested.has(id)) {
        requested.add(id)
        void lookUp(id)
      }
      return known.get(id)
    },
    remember(entries: Iterable<readonly [string, T]>) {
      for (const [id, value] of entries) if (!known.has(id)) known.set(id, value)
    },
    retryUnanswered: () => requested.clear(),
    clear() {
      known.clear()
      requested.clear()
    },
  }
}
