import LZString from 'lz-string'
import { z } from 'zod'
import { importLimits } from '../import-limits.ts'
import { isImportFailure } from '../import-failure.ts'
import { parseJson } from '../parse-json.ts'

const Shape = z.looseObject({ id: z.string(), parentId: z.string() })
const Content = z.object({
  shapes: z.array(z.unknown()),
  assets: z.array(z.unknown()).catch([]),
  bindings: z.array(z.unknown()).catch([]),
})
const Clipboard = z.object({ type: z.literal('application/tldraw'), data: z.unknown() })
/** Version 3 compresses all but the assets. */
const Compressed = z.object({ otherCompressed: z.string(), assets: z.array(z.unknown()).catch([]) })

const page = 'page:clipboard'

/** Unpacks the clipboard of older versions, which is compressed as a whole; other text is returned as it is. */
export function unpackTldraw(text: string): string {
  return text.trimStart().startsWith('{') ? text : (unpack(text.trim()) ?? text)
}

/** The content of tldraw's clipboard as the content of its file; undefined if the value is none. */
export function toTldrawFile(value: unknown): unknown {
  const clipboard = Clipboard.safeParse(value)
  if (!clipboard.success) return undefined
  const content = readContent(clipboard.data.data)
  if (!content) return undefined
  const shapes = content.shapes.flatMap((shape) => Shape.safeParse(shape).data ?? [])
  const ids = new Set(shapes.map(({ id }) => id))
  const placed = shapes.map((shape) => (ids.has(shape.parentId) ? shape : { ...shape, parentId: page }))
  return {
    tldrawFileFormatVersion: 1,
    records: [{ id: page, typeName: 'page' }, ...placed, ...content.assets, ...content.bindings],
  }
}

function readContent(data: unknown): z.infer<typeof Content> | undefined {
  const compressed = Compressed.safeParse(data)
  if (!compressed.success) return Content.safeParse(data).data
  const json = parseJson(unpack(compressed.data.otherCompressed) ?? '')
  const other = isImportFailure(json) ? undefined : Content.safeParse(json.value).data
  return other && { ...other, assets: compressed.data.assets }
}

function unpack(text: string): string | undefined {
  if (text.length > importLimits.compressedLength || !/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined
  return LZString.decompressFromBase64(text) || undefined
}
