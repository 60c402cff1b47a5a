import type { CodeReason, RefusalName } from '@tavla/contract'

/** Data of a refusal besides its code; a reason is one that the contract lists for that code. */
export type RefusalData<Name extends RefusalName = RefusalName> = Readonly<Record<string, unknown>> & {
  readonly reason?: CodeReason<Name>
}

/** Thrown by `refuse`; becomes the answer's code. Not to be caught elsewhere. */
export class Refused<Name extends RefusalName = RefusalName> extends Error {
  readonly reason: Name
  readonly data: RefusalData<Name>
  constructor(reason: Name, data: RefusalData<Name> = {}) {
    super(reason)
    this.reason = reason
    this.data = data
  }
}

/** Validation errors: a sentence for each field's path. */
export type FieldErrors = Readonly<Record<string, string>>

/** An error for input that a schema cannot check; every call may answer it. */
export const invalid = (fields: FieldErrors, reason?: CodeReason<'invalid'>): Refused =>
  new Refused('invalid', { fields, ...(reason ? { reason } : {}) })
