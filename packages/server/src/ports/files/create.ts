import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './port.ts'

export const getFilesFolder = (dataDir: string): string => join(dataDir, 'files')
/** Uploads on their way to a bucket. */
export const getTemporaryFolder = (dataDir: string): string => join(dataDir, 'uploading')

/** Files in the data folder, or in a bucket; the code for that is loaded only where it is used. */
export async function createFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Files> {
  if (s3 === null) return diskFiles(getFilesFolder(dataDir))
  const { s3Files } = await import('./s3.ts')
  return s3Files(s3, getTemporaryFolder(dataDir))
}
