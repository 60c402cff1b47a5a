/** A token bucket: holds `burst` and refills by `perHour`. */
export interface RateLimit {
  readonly burst: number
  readonly perHour: number
  /** Each token that empties the bucket takes twice as long to come back as the one before, up to this; ms. */
  readonly longestWaitMs?: number
}

/** Whose tokens, and how many there are. */
export interface Bucket {
  readonly key: string
  readonly limit: RateLimit
  /** Taken at once; one unless it says otherwise. */
  readonly tokens?: number
  /** Left in the bucket at least, by what may wait until there is more. */
  readonly spare?: number
}

export interface BucketState {
  /** When it is full again if nothing more is taken; ms. */
  readonly fullAt: number
  /** How often it was emptied since it was last full. */
  readonly emptied: number
}

/** The tokens of one try, as added to a state. */
export type Token = BucketState

export type Taken =
  | { readonly ok: false; readonly waitMs: number }
  | { readonly ok: true; readonly state: BucketState; readonly token: Token; readonly isEmpty: boolean }

/** Takes what the bucket is asked for, or says how long until there is as much. */
export function takeTokens(
  known: BucketState | undefined,
  { limit, tokens = 1, spare = 0 }: Bucket,
  now: number,
): Taken {
  const state = known === undefined || known.fullAt <= now ? { fullAt: now, emptied: 0 } : known
  const interval = 3_600_000 / limit.perHour
  // What is left in the bucket, as the time in which that much flows in.
  const left = limit.burst * interval - (state.fullAt - now)
  const price = tokens * interval
  const needed = price + spare * interval
  if (left < needed) return { ok: false, waitMs: needed - left }
  const wait = Math.max(0, price + interval - left)
  const grows = wait > 0 && limit.longestWaitMs !== undefined
  const grown = grows ? Math.min(interval * 2 ** state.emptied, limit.longestWaitMs) : 0
  const token = { fullAt: price + Math.max(0, grown - wait), emptied: grows ? 1 : 0 }
  return { ok: true, isEmpty: wait > 0, token, state: addToken(state, token) }
}

const addToken = (state: BucketState, token: Token): BucketState => ({
  fullAt: state.fullAt + token.fullAt,
  emptied: state.emptied + token.emptied,
})

/** The state without a token that was taken. */
export const withoutToken = (state: BucketState, token: Token): BucketState => ({
  fullAt: state.fullAt - token.fullAt,
  emptied: Math.max(0, state.emptied - token.emptied),
})
