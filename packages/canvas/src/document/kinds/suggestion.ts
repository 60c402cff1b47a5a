import { z } from 'zod'
import { MAX_ID_LENGTH } from '../model/limits.ts'
import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const SuggestionProps = z.strictObject({
  action: z.enum(['change', 'add', 'remove']),
  /** Id of the element or, for an addition, the id that the new element will get. */
  target: z.string().min(1).max(MAX_ID_LENGTH),
  /** Kind of the element to add. */
  shape: z.string().min(1).max(MAX_ID_LENGTH).optional(),
  /** Proposed values. For a change only the fields that differ, with `text` as a whole. */
  fields: z.record(z.string(), z.unknown()),
})

/**
 * A change proposed by a user whose role, a lock or a frame refuses it. Its `parent` is the page of the element.
 * Never patched; accepted and rejected suggestions are removed.
 */
export type SuggestionRecord = BoardRecord & z.infer<typeof SuggestionProps> & { readonly parent: string }

export const suggestionSchema: ShapeSchema = {
  kind: 'suggestion',
  props: SuggestionProps,
  defaults: { fields: {} },
  version: 1,
  fingerprint: '4592d8855af8bda2',
  migrations: [],
  facets: {},
}

/** Suggestions are unordered, but every record needs an order key. */
export const SUGGESTION_KEY = 'V'

export function isSuggestion(record: BoardRecord | undefined): record is SuggestionRecord {
  return record?.kind === suggestionSchema.kind
}
