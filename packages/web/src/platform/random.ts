/** A random id of 128 bits, as 32 hex digits. `randomUUID` is missing on plain-http origins, so it is not used. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** From 0 to 1, for jitter. */
export function randomFraction(): number {
  return Math.random()
}
