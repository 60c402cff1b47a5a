import { NoAnswer } from './send.ts'

/** The bytes behind a signed address. */
export async function readBlob(address: string): Promise<Blob> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new NoAnswer('file.get', 'unreachable', { cause })
  })
  if (!response.ok) throw new NoAnswer('file.get', 'server')
  return await response.blob()
}
