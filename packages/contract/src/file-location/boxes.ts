import type { PartReader } from './part-reader.ts'

/** A part of a file in the ISO base media file format, of which MP4 and HEIF (with AVIF) are kinds. */
export interface Box {
  readonly type: string
  readonly at: number
  /** Its content is `from` to before `to`. */
  readonly from: number
  readonly to: number
}

export const getTag = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))

/** Boxes one behind the other, up to a damaged one: what follows it cannot be told apart. */
export async function* listBoxes(reader: PartReader, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to;) {
    const view = await reader.view(at, Math.min(16, to - at))
    const isLong = view.getUint32(0) === 1
    const header = isLong ? 16 : 8
    const size = isLong ? Number(view.getBigUint64(8)) : view.getUint32(0) || to - at
    if (size < header || at + size > to) return
    yield { type: getTag(view, 4), at, from: at + header, to: at + size }
    at += size
  }
}
