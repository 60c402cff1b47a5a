import type { Fields } from '../../document/model/change.ts'
import type { BoardView, NewElement } from '../board-view.ts'
import type { ElementPreset } from '../tool.ts'
import { findWholeContainer, createTopKey } from './placement.ts'

/**
 * A record as it would be created now: defaults of the kind, current style, on top, in the frame that contains it
 * completely.
 */
export function newElement(
  view: BoardView,
  kind: string,
  fields: Fields & { readonly x: number; readonly y: number },
  made: ElementPreset = { kind, styleKey: kind, fields: {} },
): NewElement {
  const schema = view.shapes.schema(kind)
  if (!schema) throw new Error(`No shape of kind ${kind}`)
  const { x, y } = fields
  const w = typeof fields['w'] === 'number' ? fields['w'] : 0
  const h = typeof fields['h'] === 'number' ? fields['h'] : 0
  const parent = findWholeContainer(view, { x, y, w, h })
  return {
    r: 0,
    ...schema.defaults,
    ...made.fields,
    ...getCurrentStyle(view, kind, made.styleKey),
    ...fields,
    w,
    h,
    id: view.random.id(),
    kind,
    parent,
    z: createTopKey(view, parent),
  }
}

/** The current style, limited to props and values that the kind allows. */
function getCurrentStyle(view: BoardView, kind: string, key: string): Fields {
  const props = view.shapes.schema(kind)?.props.shape ?? {}
  const style: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(view.getStyle(key))) {
    if (Object.hasOwn(props, name) && props[name]!.safeParse(value).success) style[name] = value
  }
  return style
}
