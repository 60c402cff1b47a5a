import type { JoinRequest } from '@tavla/contract/realtime'
import type { Database } from '../../db/database.ts'
import { findChain } from '../journal/journal.ts'

export interface JoinProofOptions {
  readonly db: Database
  readonly wid: string
  readonly epoch: string
  /** Number of the last edit in the journal. */
  readonly committed: () => number
  /** Chain hash of the journal at a number, if it is in memory. */
  readonly getChain: (seq: number) => string | undefined
  /** Gives the board another epoch and answers it. */
  readonly renewEpoch: () => Promise<string>
}

/** What a page that joins has shown of what it knows. */
export interface Proven {
  /** Number up to which it has the edits of this very journal; undefined when it must get the whole board. */
  readonly known: number | undefined
  /** It has edits that the journal does not have: the database was put back to an earlier state. */
  readonly diverged: boolean
}

/**
 * A page gets a tail only on a past that it shares with the journal, shown by epoch and chain hash. The first page of an
 * unchanged epoch that shows another past proves that the database was put back behind our back: the board then gets a new
 * epoch, once, so that nobody can make everybody fetch it again and again.
 */
export class JoinProof {
  readonly #options: JoinProofOptions
  #epoch: string
  #renewed: Promise<void> | null = null

  constructor(options: JoinProofOptions) {
    this.#options = options
    this.#epoch = options.epoch
  }

  get epoch(): string {
    return this.#epoch
  }

  async check({ lastSeq, epoch, chain }: JoinRequest): Promise<Proven> {
    if (!lastSeq) return { known: undefined, diverged: false }
    const { db, wid, committed, getChain } = this.#options
    const isAhead = lastSeq > committed()
    const ours = isAhead ? undefined : (getChain(lastSeq) ?? (await findChain(db, wid, lastSeq)))
    const isSame = ours !== undefined && ours === chain
    const isOther = isAhead || (ours !== undefined && chain !== undefined && ours !== chain)
    if (isOther && epoch === this.#epoch) await this.#renew()
    if (isSame) return { known: epoch === this.#epoch ? lastSeq : undefined, diverged: false }
    // Of what is trimmed, or was known before there were chain hashes, only the epoch says something.
    return { known: undefined, diverged: isOther || (epoch !== undefined && epoch !== this.#epoch) }
  }

  #renew(): Promise<void> {
    this.#renewed ??= this.#options.renewEpoch().then((epoch) => {
      this.#epoch = epoch
    })
    return this.#renewed
  }
}
