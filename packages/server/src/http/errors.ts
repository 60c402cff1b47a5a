import { codes, type CodeName } from '@tavla/contract'
import type { FastifyReply } from 'fastify'
import type { ZodError } from 'zod'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import type { Log } from '../log.ts'
import { BoardUnavailable } from '../ports/boards/port.ts'
import { FilesUnavailable } from '../ports/files/port.ts'
import { type FieldErrors, Refused } from '../refusals.ts'

/** A response: the envelope and the matching HTTP status. */
export interface Answer {
  readonly status: number
  readonly body: { readonly code: number; readonly message: string; readonly data: unknown }
  readonly headers?: Readonly<Record<string, string>>
}

export function getAnswer(name: CodeName, data: unknown): Answer {
  const { code, http, message } = codes[name]
  const seconds = isRecord(data) && typeof data['retryAfter'] === 'number' ? data['retryAfter'] : undefined
  const headers = seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }
  return { status: http, body: { code, message, data }, ...(name === 'ok' ? {} : { headers }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Zod issues by field; an issue of the whole body is stored under `body`. */
export function getFieldErrors(error: ZodError, whole: string): FieldErrors {
  const fieldErrors = new Map<string, string>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || whole
    if (!fieldErrors.has(field)) fieldErrors.set(field, issue.message)
  }
  return Object.fromEntries(fieldErrors)
}

/** `Retry-After` while the database is away, its disk is full, or a board is open in another process. */
const RETRY_OUTAGE_S = 5

/**
 * Converts an error to a response. Anything but a refusal is a bug: logged in full, answered with its code
 * only.
 */
export function answerOfError(error: unknown, log: Log, request: string, call: string): Answer {
  if (error instanceof Refused) return getAnswer(error.reason, error.data)
  const http = httpFault(error)
  if (http) return { ...getAnswer('invalid', { fields: { body: http.message } }), status: http.status }
  const areFilesAway = error instanceof FilesUnavailable
  if (error instanceof DatabaseUnavailable || error instanceof BoardUnavailable || areFilesAway) {
    if (error instanceof BoardUnavailable) log.warn('a board is not available', { request, call, error })
    else if (areFilesAway) log.error('the storage of files takes no requests', { request, call, error })
    else log.error('the database takes no requests', { request, call, error })
    const headers = { 'retry-after': String(RETRY_OUTAGE_S) }
    return { ...getAnswer('internal', { requestId: request }), status: 503, headers }
  }
  // The client has disconnected.
  if (isAborted(error)) log.debug('a request was given up', { request, call })
  else log.error('a call failed', { request, call, error })
  return getAnswer('internal', { requestId: request })
}

/** The client ended the connection before the end of its request. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

/** Errors that Fastify and its parsers report before a handler runs. */
function httpFault(error: unknown): { status: number; message: string } | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  if (!(status >= 400 && status < 500)) return null
  return { status, message: status === 413 ? 'is too large' : 'cannot be read' }
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({ ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body))
}
