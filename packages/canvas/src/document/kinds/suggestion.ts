import { z } from 'zod'
import { MAX_ID_LENGTH } from '../model/limits.ts'
import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const SuggestionProps = z.strictObject({
  action: z.enum(['change', 'add', 'remove']),
  /** Id of the element; for one to be added, the id that it would get. */
  target: z.string().min(1).max(MAX_ID_LENGTH),
  /** Kind of the element that would be added. */
  shape: z.string().min(1).max(MAX_ID_LENGTH).optional(),
  /** Proposed values: of a change only the fields that differ, `text` as a whole. */
  fields: z.record(z.string(), z.unknown()),
})

/**
 * A change that somebody proposes because a role, a lock or a frame refuses it. Its `parent` is the page that the element
 * is on. Never patched: accepted and rejected suggestions are removed.
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

/** Suggestions have no place among their siblings, but every record has an order key. */
export const SUGGESTION_KEY = 'V'

export function isSuggestion(record: BoardRecord | undefined): record is SuggestionRecord {
  return record?.kind === suggestionSchema.kind
}
