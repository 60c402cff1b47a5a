import { argon2, type Argon2Parameters, timingSafeEqual } from 'node:crypto'
import { commonPasswords } from './common-passwords.ts'
import type { Random } from './ports/random/port.ts'

/** Memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
}

/** OWASP's recommendation for Argon2id with parallelism 1. */
export const usualCost: PasswordCost = { memory: 19_456, passes: 2 }

const TAG_BYTES = 32
/** Concurrent hashes: each takes a thread of the pool that file operations need, too. */
const AT_ONCE = 2

export interface Passwords {
  hash(password: string): Promise<string>
  /** A missing hash takes as long as a wrong password. */
  verify(password: string, hash: string | null): Promise<boolean>
}

export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase())

export function createPasswords(random: Random, cost: PasswordCost = usualCost): Passwords {
  const turns = createQueue(AT_ONCE)
  const derive = (password: string, nonce: Uint8Array, { memory, passes }: PasswordCost) =>
    turns(() =>
      argon2id({
        message: password.normalize('NFKC'),
        nonce,
        memory,
        passes,
        parallelism: 1,
        tagLength: TAG_BYTES,
      }),
    )
  const dummy = { nonce: random.bytes(16), tag: Buffer.alloc(TAG_BYTES), cost }

  return {
    async hash(password) {
      const nonce = random.bytes(16)
      const tag = await derive(password, nonce, cost)
      return ['argon2id', cost.memory, cost.passes, base64(nonce), base64(tag)].join('$')
    },
    async verify(password, hash) {
      const stored = (hash && read(hash)) || dummy
      const tag = await derive(password, stored.nonce, stored.cost)
      return timingSafeEqual(tag, stored.tag) && stored !== dummy
    },
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

function read(hash: string) {
  const [kind, memory, passes, nonce, tag] = hash.split('$')
  if (kind !== 'argon2id' || !nonce || !tag) return null
  const cost = { memory: Number(memory), passes: Number(passes) }
  return { nonce: new Uint8Array(Buffer.from(nonce, 'base64url')), tag: Buffer.from(tag, 'base64url'), cost }
}

function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag))),
  )
}

/** Runs a limited number at once; the others wait in order. */
function createQueue(maxRunning: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
