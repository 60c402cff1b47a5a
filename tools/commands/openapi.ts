import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import * as contract from '../../packages/contract/src/index.ts'
import * as administration from '../../packages/contract/src/admin.ts'
import { codes, getRefusals, roles } from '../../packages/contract/src/index.ts'
import type { Call, CallGroups } from '../../packages/contract/src/index.ts'

type Json = Record<string, unknown>

interface Components {
  readonly schemas: Json
  readonly responses: Json
}

const outputPath = new URL('../../docs/openapi.json', import.meta.url)

/** The contract's named records, so that an answer refers to them instead of repeating them. */
const records = z.registry<{ id: string }>()
for (const [name, value] of Object.entries({ ...contract, ...administration })) {
  if (value instanceof z.ZodObject) records.add(value, { id: name })
}

const anonymous = z.registry<{ id?: string }>()

/** Bodies and queries are described as they are sent. */
function sent(schema: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', metadata: anonymous })
  return described
}

/** Data is described as it arrives; named records go to `components`. */
function arriving(schema: z.ZodType, components: Json): Json {
  const {
    $schema: _,
    id: _id,
    $defs,
    ...described
  } = z.toJSONSchema(schema, { io: 'output', metadata: records })
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = withoutId(definition)
  const name = records.get(schema)?.id
  if (name === undefined) return pointed(described) as Json
  components[name] = withoutId(described)
  return { $ref: `#/components/schemas/${name}` }
}

function withoutId(definition: Json): Json {
  const { id: _, ...rest } = definition
  return pointed(rest) as Json
}

/** References of a single schema, turned into references of the whole document. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, pointed(inner)],
    ),
  )
}

function getQuery(call: Call): Json[] {
  if (call.query === null) return []
  const described = sent(call.query)
  const required = new Set(described['required'] as string[] | undefined)
  return Object.entries((described['properties'] ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
}

function getBody(call: Call): Json | undefined {
  if (call.body === null && call.file === 'none') return undefined
  const fields: Json = call.body === null ? { type: 'object' } : sent(call.body)
  const withFile = {
    ...fields,
    properties: {
      ...(fields['properties'] as Json | undefined),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
    ...(call.file === 'required'
      ? { required: [...((fields['required'] as string[] | undefined) ?? []), 'file'] }
      : {}),
  }
  const content: Json = {}
  if (call.file !== 'none') content['multipart/form-data'] = { schema: withFile }
  if (call.file !== 'required') content['application/json'] = { schema: fields }
  return { content }
}

function getAnswers(call: Call, components: Components): Json {
  const answers: Json = call.redirects
    ? { 303: { description: 'Sent on', headers: { location: { schema: { type: 'string' } } } } }
    : { 200: { description: codes.ok.message, content: success(arriving(call.data, components.schemas)) } }
  for (const [status, names] of Map.groupBy(getRefusals(call), (name) => codes[name].http)) {
    const name = names.map((code) => codes[code].code).join('-')
    components.responses[name] = {
      description: names.map((code) => `${codes[code].code} ${codes[code].message}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    }
    answers[status] = { $ref: `#/components/responses/${name}` }
  }
  return answers
}

function success(data: Json): Json {
  const properties = { code: { const: codes.ok.code }, message: { type: 'string' }, data }
  return {
    'application/json': { schema: { type: 'object', required: ['code', 'message', 'data'], properties } },
  }
}

const refusal = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { enum: Object.values(codes).flatMap(({ code }) => (code === codes.ok.code ? [] : [code])) },
    message: { type: 'string' },
    data: {
      type: ['object', 'null'],
      properties: {
        reason: { type: 'string' },
        fields: { type: 'object' },
        retryAfter: { type: 'integer', description: 'Seconds' },
      },
    },
  },
}

function getWho(call: Call): string {
  if ((roles as readonly string[]).includes(call.auth)) {
    return `For members of the space (${call.space}) who are at least ${call.auth}${call.fullOnly ? ', no guests' : ''}.`
  }
  const words: Record<string, string> = {
    none: 'For anybody; a token is ignored.',
    opt: 'For anybody; a valid token is used.',
    user: 'For accounts and guests.',
    full: 'For accounts, no guests.',
    guest: 'For guests.',
    administrator: 'For administrators of the server.',
  }
  return words[call.auth] ?? ''
}

function getOperation(group: string, name: string, call: Call, components: Components): Json {
  const body = getBody(call)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    description: getWho(call),
    ...(call.auth === 'none'
      ? { security: [] }
      : call.auth === 'opt'
        ? { security: [{}, { token: [] }] }
        : {}),
    parameters: getQuery(call),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: getAnswers(call, components),
    ...(call.custom ? { 'x-custom-endpoint': true } : {}),
  }
}

/** The contract as OpenAPI 3.1. */
export function openApi(groups: CallGroups = administration.allCalls): Json {
  const paths: Record<string, Json> = {}
  const components: Components = { schemas: { Refusal: refusal }, responses: {} }
  for (const [group, members] of Object.entries(groups)) {
    for (const [name, call] of Object.entries(members)) {
      const path = (paths[call.path] ??= {})
      path[call.method.toLowerCase()] = getOperation(group, name, call, components)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tavla',
      version: '1',
      description:
        'Every answer is { code, message, data }; read `code`, 200 is success. Bodies without a file may also be form-encoded.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      ...components,
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  }
}

/** What `docs/openapi.json` must hold; a check compares the two. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`
}

if (import.meta.main) {
  const text = openApiText()
  if (process.argv.includes('--print')) process.stdout.write(text)
  else writeFileSync(outputPath, text)
}
