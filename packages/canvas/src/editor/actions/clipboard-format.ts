import { z } from 'zod'
import type { Fragment } from '../changes/copy.ts'

/**
 * HTML attribute with the serialized elements; HTML is the one format that every browser allows on the clipboard.
 */
const attribute = 'data-tavla-board'
const version = 1
/** Larger contents are ignored. */
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

/** HTML with the serialized elements for this application and the plain text for others. */
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

/** Elements copied from a board in any tab; undefined for other content. Never throws. */
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
    // Not base64 or not JSON: a foreign attribute of that name.
    return undefined
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // Chunked, because spreading a large array into one call overflows the stack.
  for (let i = 0; i < bytes.length; i += 8_192) binary += String.fromCharCode(...bytes.subarray(i, i + 8_192))
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
