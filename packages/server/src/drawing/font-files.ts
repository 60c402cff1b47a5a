import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { shippedFonts, type GlyphSource } from '@tavla/canvas/svg'

/** One file of a shipped font, with the same glyphs that browsers get as WOFF2. */
export interface FontCut extends GlyphSource {
  readonly bold: boolean
  readonly italic: boolean
}

/** Path of the WOFF file in node_modules. */
export function fontPath({ font, subset, bold, italic }: FontCut): string {
  const { package: name, files, italics } = shippedFonts[font]
  const style = italic && italics ? 'italic' : 'normal'
  const file = `${name}/files/${files}-${subset}-${bold ? '700' : '400'}-${style}.woff`
  return fileURLToPath(import.meta.resolve(file))
}

/** A font as TrueType, for shapers and renderers outside browsers. */
export function readFont(cut: FontCut): Buffer {
  return unpackWoff(readFileSync(fontPath(cut)))
}

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** Decompresses WOFF 1.0, a TrueType file with separately compressed tables. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const parts: Buffer[] = []
  const directory = Buffer.alloc(sfntHeader + sfntEntry * count)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  let offset = directory.length
  for (let i = 0; i < count; i++) {
    const entry = woffHeader + woffEntry * i
    const [start, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    const target = sfntHeader + sfntEntry * i
    woff.copy(directory, target, entry, entry + 4)
    directory.writeUInt32BE(checksum, target + 4)
    directory.writeUInt32BE(offset, target + 8)
    directory.writeUInt32BE(length, target + 12)
    // Tables start at multiples of four bytes.
    const padding = (4 - (length % 4)) % 4
    parts.push(table, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat([directory, ...parts])
}
