import LZString from 'lz-string'
import { importLimits } from '../import-limits.ts'

const block = /^```(compressed-json|json)[ \t]*\r?\n([\s\S]*?)\r?\n?^```/m

/** The text of the scene in a drawing of Obsidian's Excalidraw plugin; undefined if the Markdown is none. */
export function findSceneInMarkdown(markdown: string): string | undefined {
  if (!/^#+ Drawing\s*$/m.test(markdown)) return undefined
  const found = block.exec(markdown.slice(markdown.search(/^#+ Drawing\s*$/m)))
  if (!found) return undefined
  const [, form, body = ''] = found
  if (form === 'json') return body
  if (body.length > importLimits.compressedLength) return undefined
  return LZString.decompressFromBase64(body.replaceAll(/\s/g, '')) || undefined
}
