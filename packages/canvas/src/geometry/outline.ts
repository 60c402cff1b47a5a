import type { Vec } from './vec.ts'

/** A closed or open outline in page coordinates, already rotated. */
export interface Outline {
  readonly points: readonly Vec[]
  readonly closed: boolean
}
