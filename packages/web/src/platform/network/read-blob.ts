import { NoResponseError } from './send.ts'

/** Reads the bytes at a signed URL. */
export async function readBlob(address: string): Promise<Blob> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new NoResponseError('file.get', 'unreachable', { cause })
  })
  if (!response.ok) throw new NoResponseError('file.get', 'server')
  return await response.blob()
}
