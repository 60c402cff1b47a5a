import { strFromU8 } from 'fflate'
import { importExcalidraw } from './excalidraw.ts'
import { listLibraryItems } from './excalidraw/read.ts'
import { type ImportFailure, isImportFailure } from './import-failure.ts'
import { importLimits } from './import-limits.ts'
import { parseJson } from './parse-json.ts'
import type { DrawingFile } from './read-drawing.ts'

/** A drawing of a library, to be placed as often as wanted. */
export interface Stamp {
  /** As in the file; can be empty. */
  readonly name: string
  /** A file of its own in Excalidraw's format, which older and newer builds can read. */
  readonly text: string
}

export interface StampLibrary {
  readonly stamps: readonly Stamp[]
}

export const isStampLibrary = (value: object): value is StampLibrary => 'stamps' in value

export const isLibraryName = (name: string): boolean => /\.excalidrawlib$/i.test(name)

/** The drawings of an `.excalidrawlib` file; those in which nothing can be read are left out. */
export function readStamps({ bytes }: Pick<DrawingFile, 'bytes'>): StampLibrary | ImportFailure {
  if (bytes.length > importLimits.fileBytes)
    return { reason: 'too_large', message: `The file has more than ${importLimits.fileBytes} bytes` }
  const json = parseJson(strFromU8(bytes))
  if (isImportFailure(json)) return json
  const items = listLibraryItems(json.value)
  if (!items) return { reason: 'not_a_drawing', message: 'The file is no library' }
  const elements = items.reduce((sum, item) => sum + item.elements.length, 0)
  if (items.length > importLimits.stamps || elements > importLimits.elements)
    return { reason: 'too_large', message: `${items.length} drawings of ${elements} elements` }
  const stamps = items
    .map(({ name, elements: own }) => ({ name, text: JSON.stringify({ type: 'excalidraw', elements: own }) }))
    .filter(({ text }) => !isImportFailure(importExcalidraw(text)))
  if (stamps.length > 0) return { stamps }
  return { reason: items.length > 0 ? 'damaged' : 'empty', message: 'No drawing of the library can be read' }
}
