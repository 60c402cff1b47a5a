import type { CodeReason, RefusalName } from '@tavla/contract'

/** What a refusal tells besides its code; a reason is one of those that the contract lists for that code. */
export type RefusalData<Name extends RefusalName = RefusalName> = Readonly<Record<string, unknown>> & {
  readonly reason?: CodeReason<Name>
}

/** Thrown by `refuse`; becomes the code of the answer. Never caught in between. */
export class Refused<Name extends RefusalName = RefusalName> extends Error {
  readonly reason: Name
  readonly data: RefusalData<Name>
  constructor(reason: Name, data: RefusalData<Name> = {}) {
    super(reason)
    this.reason = reason
    this.data = data
  }
}

/** What is wrong with each field: its path and a sentence. */
export type FieldFaults = Readonly<Record<string, string>>

/** Input that a schema cannot check; every call may answer it. */
export const invalid = (fields: FieldFaults, reason?: CodeReason<'invalid'>): Refused =>
  new Refused('invalid', { fields, ...(reason ? { reason } : {}) })
