/** An axis-aligned box in page units; `w` and `h` are never negative. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
