import type { RefusalName } from '@tavla/contract'

export type RefusalData = Readonly<Record<string, unknown>>

/** Thrown by `refuse`; becomes the code of the answer. Never caught in between. */
export class Refused extends Error {
  readonly reason: RefusalName
  readonly data: RefusalData
  constructor(reason: RefusalName, data: RefusalData = {}) {
    super(reason)
    this.reason = reason
    this.data = data
  }
}

/** What is wrong with each field: its path and a sentence. */
export type FieldFaults = Readonly<Record<string, string>>

/** Input that a schema cannot judge; every call may answer it. */
export const invalid = (fields: FieldFaults, reason?: string): Refused =>
  new Refused('invalid', { fields, ...(reason ? { reason } : {}) })
