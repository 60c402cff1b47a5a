import { strFromU8, strToU8, Unzlib } from 'fflate'
import { boardChunkType, boardMediaType } from '../../document/codec/board-file.ts'
import { readBase64 } from '../excalidraw/data-url.ts'
import { importLimits } from '../import-limits.ts'

const mediaType = 'application/vnd.excalidraw+json'

const pngSignature = [0x89, 0x50, 0x4e, 0x47]

export function isPng(bytes: Uint8Array): boolean {
  return pngSignature.every((byte, i) => bytes[i] === byte)
}

/** Chunks of a PNG, up to where it is truncated. */
function* listChunks(bytes: Uint8Array): Iterable<{ readonly type: string; readonly data: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) return
    const type = strFromU8(bytes.subarray(at + 4, at + 8), true)
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

/** The text of the scene that Excalidraw has put into a PNG; undefined if there is none that can be read. */
export function findSceneInPng(bytes: Uint8Array): string | undefined {
  for (const { type, data } of listChunks(bytes)) {
    if (type !== 'tEXt') continue
    const text = strFromU8(data, true)
    if (text.startsWith(`${mediaType}\0`)) return unpackScene(text.slice(mediaType.length + 1))
  }
  return undefined
}

/** The package that an exported PNG holds. */
export function findBoardInPng(bytes: Uint8Array): Uint8Array | undefined {
  const marker = strToU8(`${boardMediaType}\0`)
  for (const { type, data } of listChunks(bytes))
    if (type === boardChunkType && marker.every((byte, i) => data[i] === byte))
      return data.subarray(marker.length)
  return undefined
}

/** The same for an SVG. */
export function findBoardInSvg(svg: string): Uint8Array | undefined {
  const start = `<metadata data-type="${boardMediaType}">`
  const at = svg.slice(0, 2_000).indexOf(start)
  const end = at === -1 ? -1 : svg.indexOf('</metadata>', at)
  return end === -1 ? undefined : readBase64(svg.slice(at + start.length, end))
}

const payload = { start: '<!-- payload-start -->', end: '<!-- payload-end -->' }

/** Whether an SVG says that a scene of Excalidraw is in it. */
export const hasScene = (svg: string): boolean => svg.includes(mediaType)

/** The scene in an SVG. Version 1 held UTF-8, later ones hold bytes. */
export function findSceneInSvg(svg: string): string | undefined {
  if (!hasScene(svg)) return undefined
  const version = /<!-- payload-version:(\d{1,3}) -->/.exec(svg)?.[1] ?? '1'
  const start = svg.indexOf(payload.start)
  const end = start === -1 ? -1 : svg.indexOf(payload.end, start)
  if (end === -1) return undefined
  const bytes = readBase64(svg.slice(start + payload.start.length, end).replaceAll(/\s/g, ''))
  return bytes && unpackScene(strFromU8(bytes, version !== '1'))
}

/** What is embedded is a scene, or says how a scene was packed. */
function unpackScene(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly encoded?: unknown; readonly compressed?: unknown } | null
    if (typeof value?.encoded !== 'string') return text
    const bytes = Uint8Array.from(value.encoded, (unit) => unit.charCodeAt(0))
    return strFromU8(value.compressed === true ? inflate(bytes) : bytes)
  } catch {
    // Images come from anywhere; what cannot be unpacked is not a scene.
    return undefined
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((part) => {
    length += part.length
    if (length > importLimits.sceneBytes) throw new Error('the scene is too large')
    parts.push(part)
  })
  for (let at = 0; at < bytes.length; at += 65_536)
    stream.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
