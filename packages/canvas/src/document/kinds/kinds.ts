import { z } from 'zod'
import type { Fields, NewRecord } from '../model/change.ts'
import { MAX_COORDINATE, MAX_ID_LENGTH, MAX_SIDE } from '../model/limits.ts'
import { isOrderKey } from '../model/order-keys.ts'
import { isLinkUrl, parseRichText } from '../text/rich-text.ts'
import type { ShapeSchema } from '../model/schema.ts'

/** A schema as the reducer uses it. */
export interface Kind {
  readonly name: string
  readonly schema: ShapeSchema
  readonly container: 'page' | 'group' | 'frame' | undefined
  readonly isElement: boolean
  /** Validators by field; fields that a patch cannot set are absent. */
  readonly fields: ReadonlyMap<string, FieldCheck>
}

export type Kinds = ReadonlyMap<string, Kind>

interface FieldCheck {
  readonly check: (value: unknown) => boolean
  /** Whether `null` removes the field. */
  readonly clears: boolean
}

/** Set by the server or by dedicated changes, never by a patch. */
const FIXED: ReadonlySet<string> = new Set(['id', 'kind', 'by', 'made'])
const RECORD_ID = /^[\w-]+$/

const Coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE)
const Side = z.number().min(0).max(MAX_SIDE)
const Turn = z.number().min(-360).max(360)
/** Lowest role that can unlock it. */
const Lock = z.enum(['editor', 'admin'])

const geometry: Readonly<Record<string, z.ZodType>> = {
  x: Coordinate,
  y: Coordinate,
  w: Side,
  h: Side,
  r: Turn,
}
const geometryOfFrame: Readonly<Record<string, z.ZodType>> = { ...geometry, r: z.literal(0) }

export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && RECORD_ID.test(value)
}

/** Compiles the schemas. Throws if a prop has the name of a base field. */
export function readKinds(schemas: readonly ShapeSchema[]): Kinds {
  const kinds = new Map<string, Kind>()
  for (const schema of schemas) {
    if (kinds.has(schema.kind)) throw new Error(`two kinds are called ${schema.kind}`)
    kinds.set(schema.kind, readKind(schema))
  }
  return kinds
}

function readKind(schema: ShapeSchema): Kind {
  const fields = new Map<string, FieldCheck>()
  const base = baseFields(schema)
  for (const [name, type] of Object.entries(base)) fields.set(name, fieldCheck(type))
  if (schema.kind !== 'page' && (schema.facets.element || schema.facets.container)) {
    fields.set('lock', { check: createValidator(Lock), clears: true })
  }
  if (schema.facets.element) fields.set('link', { check: isLinkUrl, clears: true })
  fields.set('z', { check: isOrderKey, clears: false })
  for (const [name, type] of Object.entries(schema.props.shape)) {
    if (fields.has(name) || FIXED.has(name) || name === 'parent') {
      throw new Error(`${schema.kind}.${name} is a base field`)
    }
    if (name === 'text' && schema.facets.text) continue
    fields.set(name, fieldCheck(type as z.ZodType))
  }
  return {
    name: schema.kind,
    schema,
    container: schema.facets.container,
    isElement: schema.facets.element === true,
    fields,
  }
}

function baseFields(schema: ShapeSchema): Readonly<Record<string, z.ZodType>> {
  if (!schema.facets.element) return {}
  return schema.facets.container === 'frame' ? geometryOfFrame : geometry
}

function fieldCheck(type: z.ZodType): FieldCheck {
  const check = createValidator(type)
  return { check, clears: check(undefined) && !check(null) }
}

function createValidator(type: z.ZodType): (value: unknown) => boolean {
  return (value) => type.safeParse(value).success
}

const read = new WeakMap<NewRecord, Fields | string>()

/**
 * The fields of a new record ready to be stored, with defaults, or an error message. Cached per record, because
 * pending edits are rebased repeatedly.
 */
export function readNewRecord(kind: Kind, record: NewRecord): Fields | string {
  const known = read.get(record)
  if (known !== undefined) return known
  const fields = readFields(kind, record)
  read.set(record, fields)
  return fields
}

function readFields(kind: Kind, record: NewRecord): Fields | string {
  const props: Record<string, unknown> = { ...kind.schema.defaults }
  const base: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    if (name === 'id' || name === 'kind' || name === 'parent' || value === undefined) continue
    if (Object.hasOwn(kind.schema.props.shape, name)) props[name] = value
    else if (kind.fields.get(name)?.check(value)) base[name] = value
    else return `${name} is not valid`
  }
  const missing = ['z', ...Object.keys(baseFields(kind.schema))].find((name) => base[name] === undefined)
  if (missing !== undefined) return `${missing} is missing`
  const parsed = kind.schema.props.safeParse(props)
  if (!parsed.success) return `${parsed.error.issues[0]?.path.join('.') ?? 'a prop'} is not valid`
  const text = props['text']
  if (kind.schema.facets.text && text !== null && text !== undefined) {
    const legal = parseRichText(text)
    if (!legal) return 'text is not valid'
    props['text'] = legal
  }
  return { ...base, ...props }
}
