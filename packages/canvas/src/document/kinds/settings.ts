import { z } from 'zod'
import type { BoardRecord, DocumentView } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const SettingsProps = z.strictObject({
  suggestions: z.enum(['on', 'off']),
})

/** Board settings made by admins. Without the record the defaults apply. */
export const settingsSchema: ShapeSchema = {
  kind: 'settings',
  props: SettingsProps,
  defaults: { suggestions: 'on' },
  version: 1,
  fingerprint: 'a18c6e3e4025d69c',
  migrations: [],
  facets: {},
}

/** Fixed id of the single settings record; reserved for it. */
export const SETTINGS_ID = 'settings'

export function isSettings(record: BoardRecord | undefined): boolean {
  return record?.kind === settingsSchema.kind
}

/** Whether the board accepts suggestions. */
export function allowsSuggestions(view: Pick<DocumentView, 'get'>): boolean {
  return view.get(SETTINGS_ID)?.['suggestions'] !== 'off'
}
