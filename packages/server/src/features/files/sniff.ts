import { fileTypeFromBuffer } from 'file-type'

/** What browsers draw or play without running anything in it. */
const INERT: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/mp4',
  'audio/x-m4a',
  'audio/flac',
  'audio/x-flac',
  'video/mp4',
  'video/webm',
  'video/quicktime',
])

export const OTHER = 'application/octet-stream'

/** May the app's own origin show it? Everything else is only ever saved. */
export const isInert = (type: string): boolean => INERT.has(type)

/**
 * The type by the bytes; what the sender says counts for nothing. Text that could be a document is named as such, so
 * that nobody takes it for a picture.
 */
export async function sniff(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  // Three bytes make no GIF; such a file could be a page that only begins like one.
  const trusted = found && found.mime !== 'application/xml' && (found.mime !== 'image/gif' || isGif(head))
  if (trusted) return found.mime.split(';')[0] ?? OTHER
  const text = readText(head)
  if (text === null) return OTHER
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml'
  if (/<!doctype html|<html[\s>]|<script[\s>]|<body[\s>]/i.test(text)) return 'text/html'
  if (/^\s*<\?xml/.test(text)) return 'application/xml'
  return /^\s*[[{]/.test(text) ? 'application/json' : 'text/plain'
}

const isGif = (head: Uint8Array): boolean =>
  /^GIF8[79]a/.test(Buffer.from(head.subarray(0, 6)).toString('latin1'))

/** Null when the bytes are no text. The head may end in the middle of a character. */
function readText(head: Uint8Array): string | null {
  if (head.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}
