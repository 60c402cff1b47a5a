import type { Change, Edit, Fields, NewRecord } from '../model/change.ts'
import { copyEntry } from '../state/moved-entry.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'
import type { BoardState } from '../state/state.ts'

/** The version of each kind's props. */
export type SchemaVersions = Readonly<Record<string, number>>

export function schemaVersions(schemas: readonly ShapeSchema[]): SchemaVersions {
  return Object.fromEntries(schemas.map((schema) => [schema.kind, schema.version]))
}

const BASE: ReadonlySet<string> = new Set(['id', 'kind', 'parent', 'z', 'by', 'made'])

/** Upgrades data written with older schemas: whole records as well as partial patches. */
export interface Migrator {
  /** Nothing to do: the schema versions are current. */
  readonly isNoop: boolean
  fields(kind: string, fields: Fields): Fields
  record<R extends NewRecord | BoardRecord>(record: R): R
  /** `getKind` resolves kinds of records that the edit does not contain. */
  edit(edit: Edit, getKind: (id: RecordId) => string | undefined): Edit
}

export function createMigrator(schemas: readonly ShapeSchema[], from: SchemaVersions): Migrator {
  const steps = new Map<string, ShapeSchema['migrations']>()
  for (const schema of schemas) {
    const version = Object.hasOwn(from, schema.kind) ? (from[schema.kind] ?? 1) : schema.version
    if (version < schema.version) steps.set(schema.kind, schema.migrations.slice(version - 1))
  }
  const fields = (kind: string, old: Fields): Fields =>
    (steps.get(kind) ?? []).reduce((current, step) => step(current), old)
  const record = <R extends NewRecord | BoardRecord>(old: R): R => {
    if (!steps.has(old.kind)) return old
    const entries = Object.entries(old)
    const base = Object.fromEntries(entries.filter(([name]) => BASE.has(name)))
    const props = Object.fromEntries(entries.filter(([name]) => !BASE.has(name)))
    return { ...base, ...fields(old.kind, props) } as R
  }
  return {
    isNoop: steps.size === 0,
    fields,
    record,
    edit(edit, getKind) {
      if (steps.size === 0) return edit
      const kinds = new Map<RecordId, string>()
      for (const change of edit.changes)
        if (change.op === 'put') kinds.set(change.record.id, change.record.kind)
      const changes = edit.changes.map((change): Change => {
        if (change.op === 'put') return { ...change, record: record(change.record) }
        const kind = change.op === 'patch' ? (kinds.get(change.id) ?? getKind(change.id)) : undefined
        return change.op === 'patch' && kind !== undefined
          ? { ...change, fields: fields(kind, change.fields) }
          : change
      })
      return { ...edit, changes }
    },
  }
}

/** From one set of schema versions to a later one, not necessarily the current one. */
export function getMigrator(
  schemas: readonly ShapeSchema[],
  from: SchemaVersions,
  to: SchemaVersions,
): Migrator {
  const then = schemas.map((schema) => {
    const version = Object.hasOwn(to, schema.kind) ? (to[schema.kind] ?? 1) : schema.version
    return { ...schema, version, migrations: schema.migrations.slice(0, version - 1) }
  })
  return createMigrator(then, from)
}

/** Equal for all kinds known here. */
export function areSameVersions(
  schemas: readonly ShapeSchema[],
  one: SchemaVersions,
  other: SchemaVersions,
): boolean {
  const getVersion = (versions: SchemaVersions, { kind, version }: ShapeSchema): number =>
    Object.hasOwn(versions, kind) ? (versions[kind] ?? 1) : version
  return schemas.every((schema) => getVersion(one, schema) === getVersion(other, schema))
}

/** Migrates a whole board in place when its room loads, before clients join. Returns the changed records. */
export function migrateState(state: BoardState, migrator: Migrator): RecordId[] {
  if (migrator.isNoop) return []
  const changed: RecordId[] = []
  for (const id of [...state.ids()]) {
    const entry = state.entry(id)
    if (!entry) continue
    const record = migrator.record(entry.record)
    if (record === entry.record) continue
    state.write(id, copyEntry(entry, { record }))
    changed.push(id)
  }
  return changed
}
