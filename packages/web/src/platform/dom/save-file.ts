import type { Clock } from './clock.ts'

/** How long the object URL stays valid: a browser may read the bytes some time after the click. */
const ttlMs = 60_000

/** Downloads bytes as a file, with a name that is valid on every system. */
export function saveFile(blob: Blob, name: string, clock: Clock): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(blob)
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  link.click()
  clock.after(ttlMs, () => URL.revokeObjectURL(url))
}
