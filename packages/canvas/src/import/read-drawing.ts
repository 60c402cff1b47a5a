import { strFromU8 } from 'fflate'
import { importExcalidrawValue } from './excalidraw.ts'
import { type ImportFault, isFault } from './fault.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { parseJson } from './parse-json.ts'
import { importTavla, importTavlaPackage } from './tavla.ts'
import { isBoardFile } from './tavla/read-board-file.ts'
import { isZip } from './unzip.ts'

/** A file as somebody chose it. */
export interface DrawingFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Bytes of a file, whatever it is. */
const maxBytes = 256 * 1024 * 1024

/** Turns a file of any kind that we know into records of ours. Pure: nothing is changed anywhere. */
export function readDrawing({ bytes }: DrawingFile): ImportedDrawing | ImportFault {
  if (bytes.length > maxBytes)
    return { fault: 'too_large', message: `The file has more than ${maxBytes} bytes` }
  if (isZip(bytes)) return importTavlaPackage(bytes)
  const json = parseJson(strFromU8(bytes))
  if (isFault(json)) return json
  return isBoardFile(json.value) ? importTavla(json.value) : importExcalidrawValue(json.value)
}
