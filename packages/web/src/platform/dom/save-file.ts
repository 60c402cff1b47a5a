import type { Clock } from './clock.ts'

/** A browser may read the bytes a while after the click; their address is given back when it surely has. */
const ttlMs = 60_000

/** Downloads bytes as a file, under a name that is valid on every system. */
export function saveFile(blob: Blob, name: string, clock: Clock): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(blob)
  link.href = address
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  link.click()
  clock.after(ttlMs, () => URL.revokeObjectURL(address))
}
