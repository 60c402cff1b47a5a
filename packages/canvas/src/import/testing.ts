import { structureSchemas } from '../document/kinds/index.ts'
import { isOrderKey } from '../document/order.ts'
import { parseRichText } from '../document/rich-text.ts'
import { decodePieces } from '../document/stroke-points.ts'
import { shapeSchemas } from '../shapes/schemas.ts'
import type { ImportedDrawing } from './drawing.ts'
import { importExcalidraw } from './excalidraw.ts'

/** A file of these elements, each with a place and a size unless it says otherwise. */
export function sceneOf(elements: readonly object[], rest: object = {}): string {
  const placed = elements.map((element) => ({ x: 0, y: 0, width: 100, height: 50, ...element }))
  return JSON.stringify({ type: 'excalidraw', version: 2, elements: placed, ...rest })
}

export function imported(text: string): ImportedDrawing {
  const result = importExcalidraw(text)
  if ('fault' in result) throw new Error(`${result.fault}: ${result.message}`)
  return result
}

/** What a board would refuse about a drawing, in words; nothing when all is well. */
export function flawsOf({ records, pieces }: ImportedDrawing): string[] {
  const flaws: string[] = []
  const schemas = new Map([...structureSchemas, ...shapeSchemas].map((schema) => [schema.kind, schema]))
  const seen = new Set<string>()
  for (const { id, kind, parent, z, ...fields } of records) {
    if (seen.has(id)) flaws.push(`${id} twice`)
    if (parent !== null && !seen.has(parent)) flaws.push(`${id} before its parent ${parent}`)
    seen.add(id)
    if (!isOrderKey(z)) flaws.push(`${id} has no order`)
    const schema = schemas.get(kind)
    if (schema === undefined) {
      flaws.push(`${id} is of no kind: ${kind}`)
      continue
    }
    const { x, y, w, h, r, ...props } = fields
    const isPlaced = [x, y, w, h, r].every(Number.isFinite) && Number(w) >= 0 && Number(h) >= 0
    if (schema.facets.element ? !isPlaced : x !== undefined) flaws.push(`${id} is not placed right`)
    const checked = schema.props.safeParse(props)
    if (!checked.success) flaws.push(`${id} (${kind}): ${checked.error.message}`)
    if (fields['text'] && !parseRichText(fields['text'])) flaws.push(`${id} has no rich text`)
    if (schema.facets.stroke && decodePieces(pieces.get(id) ?? []).length === 0)
      flaws.push(`${id} has no points`)
  }
  for (const { id, target } of records) {
    if (target !== undefined && !seen.has(String(target))) flaws.push(`${id} holds on to nothing`)
  }
  return flaws
}
