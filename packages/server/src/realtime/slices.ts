import { realtimeLimits } from './realtime-limits.ts'

/** Groups hashes so that one transaction can move the bytes of a group. */
export function getSlices(
  chunks: readonly { readonly hash: string; readonly size: number }[],
): readonly (readonly string[])[] {
  const slices: string[][] = []
  let room = 0
  for (const { hash, size } of chunks) {
    if (size > room || slices.length === 0) {
      slices.push([])
      room = realtimeLimits.checkpointSlice
    }
    slices.at(-1)?.push(hash)
    room -= size
  }
  return slices
}
