import { z } from 'zod'
import { defineCall } from '../call.ts'
import { DownloadTarget, FileName, MediaType, UploadTarget } from '../entities/file.ts'
import { Id, int, Secret, SpaceId } from '../wire.ts'

const described = { filename: FileName, filesize: int(0), type: MediaType }

export const file = {
  upload: defineCall({
    method: 'POST',
    path: '/api/file/upload',
    summary: 'Reserve room for a file and learn where its bytes go',
    // Commenters can attach files to comments; other uploads require a contributor.
    auth: 'commenter',
    space: 'query.wid',
    query: () =>
      z.object({
        wid: SpaceId,
        ...described,
        /** SHA-256 of the bytes, hex. */
        hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      }),
    data: () => UploadTarget,
    codes: ['storage_full'],
    retried: true,
  }),
  uploadDirect: defineCall({
    method: 'POST',
    path: '/api/file/upload/direct',
    summary: 'Upload a small file in one call',
    auth: 'commenter',
    space: 'query.id',
    query: () => z.object({ id: SpaceId, ...described }),
    file: 'required',
    data: () => z.object({ id: Id, url: z.string() }),
    codes: ['storage_full'],
    retried: true,
  }),
  download: defineCall({
    method: 'POST',
    path: '/api/file/download',
    summary: 'Where the bytes of a file can be fetched for ten minutes',
    // Requires a viewer of the file's space, or `t`; the handler resolves the space.
    auth: 'opt',
    query: () => z.object({ id: Id, t: Secret.optional() }),
    data: () => DownloadTarget,
    codes: ['not_found', 'code_invalid'],
    retried: true,
  }),
}
