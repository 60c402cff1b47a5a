import { z } from 'zod'
import type { Fragment } from '../changes/copy.ts'

/** Attribute that carries the board's own form inside the HTML, which is what every browser lets through. */
const attribute = 'data-tavla-board'
const version = 1
/** Larger than this is not a copy of anything that a person selected. */
const mostBytes = 32 * 1024 * 1024

const Content = z.object({
  version: z.literal(version),
  records: z
    .array(
      z.looseObject({
        id: z.string().min(1).max(64),
        kind: z.string().min(1).max(64),
        parent: z.string().max(64).nullable(),
        z: z.string().max(256),
      }),
    )
    .min(1)
    .max(200_000),
  pieces: z.array(z.tuple([z.string().max(64), z.array(z.string())])).max(200_000),
})

/** The board's form for ourselves, the words for everybody else. */
export function toClipboardHtml(fragment: Fragment, text: string): string {
  const content = {
    version,
    records: fragment.records,
    pieces: [...fragment.pieces].map(([id, pieces]) => [id, pieces.map(toBase64)]),
  }
  const carried = toBase64(new TextEncoder().encode(JSON.stringify(content)))
  const words = text
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
  return `<div ${attribute}="${carried}">${words}</div>`
}

/** What was copied from a board, ours or another tab's; undefined for anything else. Never throws. */
export function fromClipboardHtml(html: string): Fragment | undefined {
  if (html.length > mostBytes * 1.5) return undefined
  const carried = new RegExp(`${attribute}="([A-Za-z0-9+/=]+)"`).exec(html)?.[1]
  if (carried === undefined) return undefined
  try {
    const parsed = Content.safeParse(JSON.parse(new TextDecoder().decode(fromBase64(carried))))
    if (!parsed.success) return undefined
    const pieces = parsed.data.pieces.map(([id, list]) => [id, list.map(fromBase64)] as const)
    return { records: parsed.data.records, pieces: new Map(pieces) }
  } catch {
    // Not base64 or not JSON: somebody else's attribute of that name.
    return undefined
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // Spreading a whole board into one call would overflow the stack.
  for (let i = 0; i < bytes.length; i += 8_192) binary += String.fromCharCode(...bytes.subarray(i, i + 8_192))
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
