import { z } from 'zod'
import type { BoardRecord, DocumentView } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const SettingsProps = z.strictObject({
  suggestions: z.enum(['on', 'off']),
})

/** What admins have set for the whole board; a board without the record has the defaults. */
export const settingsSchema: ShapeSchema = {
  kind: 'settings',
  props: SettingsProps,
  defaults: { suggestions: 'on' },
  version: 1,
  fingerprint: 'a18c6e3e4025d69c',
  migrations: [],
  facets: {},
}

/** The one record of this kind has this id, and no other record may have it. */
export const SETTINGS_ID = 'settings'

export function isSettings(record: BoardRecord | undefined): boolean {
  return record?.kind === settingsSchema.kind
}

/** Does the board take suggestions? */
export function allowsSuggestions(view: Pick<DocumentView, 'get'>): boolean {
  return view.get(SETTINGS_ID)?.['suggestions'] !== 'off'
}
