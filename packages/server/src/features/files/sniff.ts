/** Types that browsers display or play without running scripts. */
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

/** Whether the app's own origin may display it; everything else is only downloaded. */
export const isInert = (type: string): boolean => INERT.has(type)

/**
 * Detects the type from the bytes; the declared type is ignored. Text that could be a document is named as
 * such, so that it is not taken for an image.
 */
export async function sniff(head: Uint8Array): Promise<string> {
  // Loaded on demand, to save memory until the first file is uploaded.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  // The three-byte signature is not enough: such a file could be an HTML page that begins like a GIF.
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

/** Null when the bytes are not text. The head may end in the middle of a character. */
function readText(head: Uint8Array): string | null {
  if (head.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}
