import type { MultipartFile } from '@fastify/multipart'
import { type Call, directUploadBytes, omitEmptyParameters } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { UploadedFile } from '../context.ts'
import { type FieldErrors, invalid, Refused } from '../refusals.ts'
import { getFieldErrors } from './errors.ts'

/** A parsed query string: values by name, and names that occurred twice. */
export interface RawQuery {
  readonly values: Readonly<Record<string, string>>
  readonly twice: readonly string[]
}

export function parseQuery(text: string): RawQuery {
  const values = new Map<string, string>()
  const twice = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) twice.add(name)
    values.set(name, value)
  }
  return { values: Object.fromEntries(values), twice: [...twice] }
}

export interface ParsedInput {
  readonly query: unknown
  readonly body: unknown
  readonly file: UploadedFile | null
}

interface RawBody {
  readonly fields: unknown
  readonly file: UploadedFile | null
}

/** Parses and validates the input of a call; all errors of query and body are reported together. */
export async function parseInput(call: Call, request: FastifyRequest): Promise<ParsedInput> {
  const raw = await readBody(call, request)
  const { values, twice } = request.query as RawQuery
  const fieldErrors = new Map<string, string>(twice.map((name) => [name, 'is given twice']))
  const validate = (schema: z.ZodType | null, value: unknown, whole: string): unknown => {
    if (!schema) return null
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const [field, message] of Object.entries(getFieldErrors(parsed.error, whole)))
      if (!fieldErrors.has(field)) fieldErrors.set(field, message)
    return null
  }
  for (const [field, value] of Object.entries({ ...asRecord(raw.fields), ...values }))
    if (holdsNul(value)) fieldErrors.set(field, 'holds a character that is no text')
  const query = validate(call.query, omitEmptyParameters(call.query, values), 'query')
  const body = validate(call.body, raw.fields, 'body')
  if (call.file === 'required' && !raw.file) fieldErrors.set('file', 'is missing')
  if (fieldErrors.size > 0) throw invalid(Object.fromEntries(fieldErrors) satisfies FieldErrors)
  return { query, body, file: raw.file }
}

async function readBody(call: Call, request: FastifyRequest): Promise<RawBody> {
  if (call.rawBody) return { fields: parseText(request.body), file: null }
  if (!request.isMultipart()) return { fields: request.body ?? {}, file: null }
  if (call.file === 'none') throw invalid({ body: 'takes no files' })
  try {
    return await readParts(request)
  } catch (error) {
    // Parser errors about malformed input carry no status; no code of ours runs inside.
    if (error instanceof Refused || (error instanceof Error && 'statusCode' in error)) throw error
    throw invalid({ body: 'cannot be read' })
  }
}

function parseText(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : (body ?? {})
  } catch {
    throw invalid({ body: 'cannot be read' })
  }
}

async function readParts(request: FastifyRequest): Promise<RawBody> {
  const fields = new Map<string, unknown>()
  let file: UploadedFile | null = null
  const limits = {
    files: 1,
    fields: 20,
    parts: 21,
    fieldNameSize: 100,
    fieldSize: 64 * 1024,
    fileSize: directUploadBytes,
  }
  for await (const part of request.parts({ limits })) {
    if (fields.has(part.fieldname)) throw invalid({ [part.fieldname]: 'is given twice' })
    if (part.type === 'field') fields.set(part.fieldname, part.value)
    else if (part.fieldname === 'file') file = await readFile(part)
    else throw invalid({ [part.fieldname]: 'takes no file: the part is called file' })
  }
  return { fields: Object.fromEntries(fields), file }
}

async function readFile(part: MultipartFile): Promise<UploadedFile> {
  const bytes = await part.toBuffer()
  if (bytes.byteLength === 0) throw invalid({ file: 'is empty' })
  return { filename: part.filename, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * PostgreSQL cannot store NUL, and no legitimate text contains it. Iterative, because the sender chooses
 * the nesting depth.
 */
function holdsNul(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null)
      for (const pair of Object.entries(next)) waiting.push(...pair)
  }
  return false
}
