import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Id, text } from '../wire.ts'

/** A file name for display: not empty, without path. */
export const FileName = text(1, lengths.fileName).refine((name) => !/[/\\]/.test(name), 'is no file name')

/** Media type according to the sender; the server detects it from the bytes. */
export const MediaType = z
  .string()
  .max(127)
  .regex(/^([A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+)?$/, 'is no media type')

/** Upload URL with the headers to send. */
export const UploadTarget = z.object({
  id: Id,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
})
export type UploadTarget = z.infer<typeof UploadTarget>

/** A signed URL, valid for ten minutes. */
export const DownloadTarget = z.object({
  url: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.int().min(0),
})
export type DownloadTarget = z.infer<typeof DownloadTarget>
