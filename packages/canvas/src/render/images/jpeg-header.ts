/** Enough for the metadata in front of the size: thumbnails, colour profiles and the like. */
export const jpegHeaderBytes = 256 * 1024

export interface JpegHeader {
  /** Size of the stored pixels, which may have to be turned. */
  readonly width: number
  readonly height: number
  /** Width and height are exchanged when it is shown (EXIF orientations 5 to 8). */
  readonly isTurned: boolean
}

/** The size that a JPEG file begins with (ITU-T T.81, B.1 and B.2.2); undefined if it cannot be read. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let isTurned = false
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return width > 0 && height > 0 ? { width, height, isTurned } : undefined
    }
    // Another marker than these has no length, and stands only after the size.
    if (marker < 0xffc4 || marker > 0xfffe || view.getUint16(at + 2) < 2) return undefined
    if (marker === 0xffe1) isTurned ||= getOrientation(view, at + 4, view.getUint16(at + 2) - 2) >= 5
  }
  return undefined
}

/** Start of frame, of any coding. Tables and reserved markers are between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
}

const orientationTag = 0x0112

/** The orientation from an EXIF segment (CIPA DC-008, 4.6.4), 1 to 8; 0 without any. */
function getOrientation(view: DataView, at: number, length: number): number {
  const end = Math.min(at + length, view.byteLength)
  const start = at + 6
  if (start + 8 > end || view.getUint32(at) !== 0x45786966) return 0
  const isLittle = view.getUint16(start) === 0x4949
  const list = start + view.getUint32(start + 4, isLittle)
  if (list + 2 > end) return 0
  const count = view.getUint16(list, isLittle)
  for (let entry = list + 2; entry + 12 <= end && entry < list + 2 + count * 12; entry += 12)
    if (view.getUint16(entry, isLittle) === orientationTag) return view.getUint16(entry + 8, isLittle)
  return 0
}
