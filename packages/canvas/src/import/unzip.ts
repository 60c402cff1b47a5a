import { unzipSync } from 'fflate'
import type { ImportFailure } from './import-failure.ts'
import { importLimits } from './import-limits.ts'

const limits = importLimits.zip

/** Names of files in a package: plain, relative, and never upwards. */
const plainName = /^(?:[\w-]{1,80}\/){0,3}[\w-]{1,80}\.[a-z0-9]{1,8}$/i

/**
 * The files of a zip by their names; those that `isWanted` names, of `maxBytes` together at most. Whatever claims more
 * than an honest one is a failure.
 */
export function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  maxBytes: number = limits.bytes,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> | ImportFailure {
  let failure: ImportFailure | undefined
  let total = 0
  let count = 0
  const refuse = (kind: ImportFailure['reason'], message: string): never => {
    failure = { reason: kind, message }
    throw new Error(message)
  }
  try {
    const files = unzipSync(bytes, {
      filter({ name, size, originalSize, compression }) {
        if (++count > limits.files) return refuse('too_large', `More than ${limits.files} files`)
        if (!plainName.test(name) || !isWanted(name)) return false
        if (compression !== 0 && compression !== 8)
          return refuse('damaged', `${name} is packed in another way`)
        if (originalSize > limits.smallBytes && originalSize > size * limits.ratio)
          return refuse('too_large', `${name} claims to be ${Math.round(originalSize / size)} times as large`)
        total += originalSize
        return total <= maxBytes || refuse('too_large', `More than ${maxBytes} bytes unpacked`)
      },
    })
    return new Map(Object.entries(files) as [string, Uint8Array<ArrayBuffer>][])
  } catch (error) {
    return failure ?? { reason: 'damaged', message: `The package cannot be read: ${String(error)}` }
  }
}

const signature = [0x50, 0x4b]

export function isZip(bytes: Uint8Array): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}
