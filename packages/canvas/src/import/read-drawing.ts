import { strFromU8 } from 'fflate'
import { importExcalidraw, importExcalidrawValue } from './excalidraw.ts'
import { type ImportFailure, isImportFailure } from './import-failure.ts'
import {
  findBoardInPng,
  findBoardInSvg,
  findSceneInPng,
  findSceneInSvg,
  hasScene,
  isPng,
} from './formats/embedded-scene.ts'
import { importJsonCanvas, isJsonCanvas } from './formats/json-canvas.ts'
import { findSceneInMarkdown } from './formats/obsidian.ts'
import { importDrawio, isDrawio } from './formats/drawio.ts'
import { importOutline, readMarkdownLines, readOpmlLines } from './formats/import-outline.ts'
import { importMermaid } from './mermaid/import-mermaid.ts'
import { importTldraw, isTldraw } from './formats/tldraw.ts'
import { toTldrawFile, unpackTldraw } from './formats/tldraw-clipboard.ts'
import { importTable } from './formats/import-table.ts'
import { importLimits } from './import-limits.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { parseJson } from './parse-json.ts'
import { importSvgShapes } from './svg/import-svg.ts'
import { importTavla, importTavlaPackage } from './tavla.ts'
import { isBoardFile } from './tavla/read-board-file.ts'
import { isZip } from './unzip.ts'

/** A file chosen by a person. */
export interface DrawingFile {
  readonly name: string
  readonly bytes: Uint8Array
}

type Outcome = ImportedDrawing | ImportFailure

/** Formats that only the file's name tells. */
const byEnding: ReadonlyMap<string, (text: string, title: string) => Outcome> = new Map([
  ['csv', (text: string) => importTable(text)],
  ['tsv', (text: string) => importTable(text, text.includes('\t') ? '\t' : undefined)],
  ['svg', importSvg],
  ['tldr', (text: string) => importJson(unpackTldraw(text))],
  ['opml', (text: string, title: string) => importOutline(readOpmlLines(text), title)],
  ['drawio', importDrawio],
  ['dio', importDrawio],
  ['xml', importXml],
  ['mmd', importMermaid],
  ['mermaid', importMermaid],
  ['md', importMarkdown],
  ['markdown', importMarkdown],
])

/** Converts a file of any known format to records. Pure. */
export function readDrawing({ name, bytes }: DrawingFile): Outcome {
  if (bytes.length > importLimits.fileBytes)
    return { reason: 'too_large', message: `The file has more than ${importLimits.fileBytes} bytes` }
  if (isZip(bytes)) return importTavlaPackage(bytes)
  if (isPng(bytes)) return importPackage(findBoardInPng(bytes)) ?? importEmbedded(findSceneInPng(bytes))
  const [, title = name, ending = ''] = /^(.*)\.([^.]*)$/.exec(name) ?? []
  const read = byEnding.get(ending.toLowerCase())
  const text = strFromU8(bytes)
  return read ? read(text, title) : importJson(text)
}

function importJson(text: string): Outcome {
  const json = parseJson(text)
  if (isImportFailure(json)) return json
  if (isBoardFile(json.value)) return importTavla(json.value)
  if (isTldraw(json.value)) return importTldraw(json.value)
  const copied = toTldrawFile(json.value)
  if (copied !== undefined) return importTldraw(copied)
  return isJsonCanvas(json.value) ? importJsonCanvas(json.value) : importExcalidrawValue(json.value)
}

/** The drawing that is embedded in the SVG; without one, the shapes that it shows. */
function importSvg(text: string): Outcome {
  const board = importPackage(findBoardInSvg(text))
  if (board) return board
  return hasScene(text) ? importEmbedded(findSceneInSvg(text)) : importSvgShapes(text)
}

const importPackage = (bytes: Uint8Array | undefined): Outcome | undefined =>
  bytes && importTavlaPackage(bytes)

function importEmbedded(scene: string | undefined): Outcome {
  return scene === undefined
    ? { reason: 'not_a_drawing', message: 'No drawing is embedded in the image' }
    : importExcalidraw(scene)
}

function importXml(text: string): Outcome {
  return isDrawio(text)
    ? importDrawio(text)
    : { reason: 'not_a_drawing', message: 'The file is no XML of a known format' }
}

/** A drawing of Obsidian's Excalidraw plugin, else an outline. */
function importMarkdown(text: string, title: string): Outcome {
  const scene = findSceneInMarkdown(text)
  if (scene === undefined) return importOutline(readMarkdownLines(text), title)
  return typeof scene === 'string' ? importExcalidraw(scene) : scene
}
