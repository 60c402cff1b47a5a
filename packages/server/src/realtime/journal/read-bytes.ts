/** What a codec makes of bytes from outside; null when they are not what they claim to be. */
export function readBytes<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | null {
  try {
    return decode(bytes)
  } catch {
    // The codecs throw for everything that they would not write themselves, and that is the answer here.
    return null
  }
}
