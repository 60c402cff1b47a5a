import { boardChunkType, boardMediaType } from '../../document/codec/board-file.ts'
import { createPngChunk } from '../png-writer.ts'
import { toBase64 } from './tavla-file.ts'

/** Length of the last chunk of every PNG, IEND. */
const endLength = 12

/** A PNG with a package in a chunk of its own; the picture stays as it is. */
export async function embedInPng(png: Blob, board: Blob): Promise<Blob> {
  const marker = new TextEncoder().encode(`${boardMediaType}\0`)
  const data = new Uint8Array(marker.length + board.size)
  data.set(marker)
  data.set(new Uint8Array(await board.arrayBuffer()), marker.length)
  const end = png.size - endLength
  return new Blob([png.slice(0, end), createPngChunk(boardChunkType, data), png.slice(end)], {
    type: png.type,
  })
}

/** An SVG with a package as base64 in its metadata, behind the opening tag. */
export async function embedInSvg(svg: Blob, board: Blob): Promise<Blob> {
  const start = await svg.slice(0, 1_000).text()
  // The opening tag is written by `writeSvg`, in ASCII.
  const at = start.indexOf('>') + 1
  const data = toBase64(new Uint8Array(await board.arrayBuffer()))
  const metadata = `<metadata data-type="${boardMediaType}">${data}</metadata>`
  return new Blob([svg.slice(0, at), metadata, svg.slice(at)], { type: svg.type })
}
