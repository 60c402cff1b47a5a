import { isRefusal } from '../../platform/failure.ts'

/** A person or space as it is called now; null: gone, or not to be known any more. */
export type Known<T> = T | null

export interface Face {
  readonly name: string
  readonly photo: string | null
}

export interface NameBookDeps {
  readonly person: (uid: string) => Promise<Face>
  readonly space: (wid: string) => Promise<string>
  /** A look-up brought something: whatever shows notices fills them again. */
  readonly found: () => void
}

/** Names and photos by look-up, each asked for once; spec §3. */
export interface NameBook {
  /** Undefined while it is being looked up. */
  person(uid: string): Known<Face> | undefined
  space(wid: string): Known<string> | undefined
  /** From the last visit, until the look-up says better. */
  remember(people: Iterable<readonly [string, Face]>): void
  /** What had no answer is asked for again when it is next wanted. */
  askAgain(): void
  forget(): void
}

const notThere = 4004

export function createNameBook({ person, space, found }: NameBookDeps): NameBook {
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
