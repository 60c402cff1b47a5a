import { z } from 'zod'
import { boardFileVersion } from '../../document/codec/board-file.ts'
import type { ImportFailure } from '../import-failure.ts'

const Asset = z.object({
  id: z.string(),
  type: z.string().optional(),
  path: z.string().optional(),
  data: z.string().optional(),
})

const Head = z.object({ format: z.literal('tavla'), version: z.number().int().min(1) })

const Board = z.object({
  schema: z.record(z.string(), z.number().int().min(1)).catch({}),
  /** Version 1 had ids only, in `files`. */
  assets: z.array(Asset).catch([]),
  records: z.array(z.unknown()),
  strokes: z.record(z.string(), z.array(z.unknown())).catch({}),
})

/** A board file whose records are still to be looked at. */
export type ForeignBoard = z.infer<typeof Board>

/** Records of a file; as many as a board may have. */
const maxRecords = 500_000

export function isBoardFile(value: unknown): boolean {
  return Head.safeParse(value).success
}

export function readBoardFile(value: unknown): ForeignBoard | ImportFailure {
  const head = Head.safeParse(value)
  const board = Board.safeParse(value)
  if (!head.success) return { reason: 'not_a_drawing', message: 'The file is no board of ours' }
  if (head.data.version > boardFileVersion)
    return { reason: 'newer', message: `The file is of version ${head.data.version}` }
  if (!board.success) return { reason: 'damaged', message: 'The file has no list of records' }
  if (board.data.records.length > maxRecords)
    return { reason: 'too_large', message: `${board.data.records.length} records; at most ${maxRecords}` }
  return board.data
}
