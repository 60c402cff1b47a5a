import { isRefusal } from '../../platform/failure.ts'

/** The current name of a person or space; null if deleted or no longer visible. */
export type Known<T> = T | null

export interface Face {
  readonly name: string
  readonly photo: string | null
}

export interface NameBookDeps {
  readonly person: (uid: string) => Promise<Face>
  readonly space: (wid: string) => Promise<string>
  /** Called when a lookup answered, so that notifications render again. */
  readonly found: () => void
}

/** Names and photos by lookup, each requested once; spec §3. */
export interface NameCache {
  /** Undefined while it is being looked up. */
  person(uid: string): Known<Face> | undefined
  space(wid: string): Known<string> | undefined
  /** Sets a stored name until the lookup answers. */
  remember(people: Iterable<readonly [string, Face]>): void
  /** Repeats lookups without an answer when the name is next needed. */
  askAgain(): void
  forget(): void
}

const notThere = 4004

export function createNameCache({ person, space, found }: NameBookDeps): NameCache {
  const people = createPages(person, found)
  const spaces = createPages(space, found)
  return {
    person: people.look,
    space: spaces.look,
    remember: people.remember,
    askAgain() {
      people.askAgain()
      spaces.askAgain()
    },
    forget() {
      people.forget()
      spaces.forget()
    },
  }
}

function createPages<T>(ask: (id: string) => Promise<T>, found: () => void) {
  const known = new Map<string, Known<T>>()
  const asked = new Set<string>()
  const lookUp = async (id: string) => {
    try {
      known.set(id, await ask(id))
      found()
    } catch (error) {
      if (!isRefusal(error, notThere)) return
      known.set(id, null)
      found()
    }
  }
  return {
    look(id: string): Known<T> | undefined {
      if (!asked.has(id)) {
        asked.add(id)
        void lookUp(id)
      }
      return known.get(id)
    },
    remember(entries: Iterable<readonly [string, T]>) {
      for (const [id, value] of entries) if (!known.has(id)) known.set(id, value)
    },
    askAgain: () => asked.clear(),
    forget() {
      known.clear()
      asked.clear()
    },
  }
}
