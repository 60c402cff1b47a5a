import LZString from 'lz-string'
import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'

/** The plugin's mark among the properties at the top of a note. */
const isOfPlugin = /^---\r?\n(?:.*\r?\n){0,200}?excalidraw-plugin:/
const heading = /^#+ Drawing\s*$/m
const fence = /^```(compressed-json|json)[ \t]*\r?\n/m

/**
 * The text of the scene in a drawing of Obsidian's Excalidraw plugin; undefined if the Markdown is none. A drawing
 * that is cut off is a failure, so that it is not read as an outline.
 */
export function findSceneInMarkdown(markdown: string): string | ImportFailure | undefined {
  const at = markdown.search(heading)
  const drawing = at === -1 ? '' : markdown.slice(at)
  const opening = fence.exec(drawing)
  if (!opening) return isOfPlugin.test(markdown) ? damaged('The note has no drawing') : undefined
  const from = opening.index + opening[0].length
  const end = drawing.indexOf('\n```', from)
  if (end === -1) return damaged('The drawing is cut off')
  const body = drawing.slice(from, end)
  if (opening[1] === 'json') return body
  if (body.length > importLimits.compressedLength)
    return { reason: 'too_large', message: `More than ${importLimits.compressedLength} characters` }
  return LZString.decompressFromBase64(body.replaceAll(/\s/g, '')) || damaged('The drawing can’t be unpacked')
}

const damaged = (message: string): ImportFailure => ({ reason: 'damaged', message })
