import type { JoinRequest } from '@tavla/contract/realtime'
import type { Database } from '../../db/database.ts'
import { findChain } from '../journal/journal.ts'

export interface JoinProofOptions {
  readonly db: Database
  readonly wid: string
  readonly epoch: string
  /** Number of the journal's last edit. */
  readonly committed: () => number
  /** Chain hash of the journal at a number, if in memory. */
  readonly getChain: (seq: number) => string | undefined
  /** Gives the board a new epoch and returns it. */
  readonly renewEpoch: () => Promise<string>
}

/** What a joining page has in common with the journal. */
export interface JoinCheck {
  /** Number up to which its edits match the journal; undefined if it must load the whole board. */
  readonly known: number | undefined
  /** It has edits that the journal does not have: the database was restored to an earlier state. */
  readonly diverged: boolean
}

/**
 * A page gets only the missing edits if it proves, by epoch and chain hash, that it shares the journal's
 * past. The first page with an unchanged epoch and another past shows that the database was restored
 * without the server's knowledge: the board then gets a new epoch, only once, so that pages cannot force
 * everybody to reload repeatedly.
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

  async check({ lastSeq, epoch, chain }: JoinRequest): Promise<JoinCheck> {
    if (!lastSeq) return { known: undefined, diverged: false }
    const { db, wid, committed, getChain } = this.#options
    const isAhead = lastSeq > committed()
    const ours = isAhead ? undefined : (getChain(lastSeq) ?? (await findChain(db, wid, lastSeq)))
    const isSame = ours !== undefined && ours === chain
    const isOther = isAhead || (ours !== undefined && chain !== undefined && ours !== chain)
    if (isOther && epoch === this.#epoch) await this.#renew()
    if (isSame) return { known: epoch === this.#epoch ? lastSeq : undefined, diverged: false }
    // For trimmed edits, or edits from before chain hashes, only the epoch can be checked.
    return { known: undefined, diverged: isOther || (epoch !== undefined && epoch !== this.#epoch) }
  }

  #renew(): Promise<void> {
    this.#renewed ??= this.#options.renewEpoch().then((epoch) => {
      this.#epoch = epoch
    })
    return this.#renewed
  }
}
