import type { Ability, NewRecord } from '../model/change.ts'
import { isAtLeast } from './rules.ts'

/** The record without locks and roles that this person may not set, for records that come from a file. */
export function withAllowedControls(record: NewRecord, ability: Ability): NewRecord {
  if (isAtLeast(ability, 'admin')) return record
  const { role, lock, ...rest } = record as NewRecord & Record<string, unknown>
  const ownLock = lock === 'editor' && isAtLeast(ability, 'editor') ? { lock } : {}
  return { ...rest, ...ownLock, ...(role !== undefined && { role: null }) } as NewRecord
}
