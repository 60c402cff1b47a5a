/** A token bucket: holds `burst` tokens and refills by `perHour`. */
export interface RateLimit {
  readonly burst: number
  readonly perHour: number
  /**
   * Each token taken from an empty bucket takes twice as long to return as the one before, up to this; ms.
   */
  readonly longestWaitMs?: number
}

/** A bucket and the number of tokens to take. */
export interface Bucket {
  readonly key: string
  readonly limit: RateLimit
  /** Number of tokens; default 1. */
  readonly tokens?: number
  /** Tokens that must remain in the bucket, for low-priority work. */
  readonly spare?: number
}

export interface BucketState {
  /** When it is full again if nothing more is taken; ms. */
  readonly fullAt: number
  /** How often it was emptied since it was last full. */
  readonly emptied: number
}

/** Time in which an empty bucket becomes full. */
export const getCapacityMs = ({ burst, perHour }: RateLimit): number => (burst * 3_600_000) / perHour

/** The tokens of one attempt, as added to a state. */
export type Token = BucketState

export type TakeOutcome =
  | { readonly ok: false; readonly waitMs: number }
  | { readonly ok: true; readonly state: BucketState; readonly token: Token; readonly isEmpty: boolean }

/** Takes tokens, or returns how long until there are enough. */
export function takeTokens(
  known: BucketState | undefined,
  { limit, tokens = 1, spare = 0 }: Bucket,
  now: number,
): TakeOutcome {
  const state = known === undefined || known.fullAt <= now ? { fullAt: now, emptied: 0 } : known
  const interval = 3_600_000 / limit.perHour
  // The bucket's level, expressed as the time in which that much flows in.
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

/** The state with a taken token returned. */
export const withoutToken = (state: BucketState, token: Token): BucketState => ({
  fullAt: state.fullAt - token.fullAt,
  emptied: Math.max(0, state.emptied - token.emptied),
})
