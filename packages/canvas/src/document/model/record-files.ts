/** Fields of records that name stored files: an image, and the video of which it is the first frame. */
export const fileFields = ['file', 'video'] as const

/** Ids of the files that a record, or a part of its fields, names. */
export function getRecordFiles(record: object | undefined): readonly string[] {
  const fields = record as Readonly<Record<string, unknown>> | undefined
  return fileFields.flatMap((name) => {
    const id = fields?.[name]
    return typeof id === 'string' && id !== '' ? id : []
  })
}
