/** Decodes untrusted bytes; null when they are malformed. */
export function readBytes<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | null {
  try {
    return decode(bytes)
  } catch {
    // The codecs throw for everything that they would not write themselves.
    return null
  }
}
