/** A point or a distance in page units; y grows downwards. */
export interface Vec {
  readonly x: number
  readonly y: number
}
