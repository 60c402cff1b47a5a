import type { ElementRecord, RecordId } from '../document/model/record.ts'
import { inflate, intersects, getUnion, type Box } from '../geometry/box.ts'
import type { RenderOptions, Pen } from '../pen.ts'
import type { ShapeDefinition, ShapeView } from '../shape.ts'
import type { TaskSteps } from './task-steps.ts'
import type { Shapes } from './export-view.ts'

interface ElementStep {
  readonly shape: ShapeDefinition
  readonly element: ElementRecord
  /** Bounds as drawn, in page units. */
  readonly bounds: Box
}

/** Clips all steps until `end` to the box. */
interface ClipStep {
  readonly clip: Box
  /** Index of the step after the clipped ones. */
  end: number
}

export type DrawStep = ElementStep | ClipStep | 'end'

/** A flat list of drawing steps, bottom to top; created once and drawn in any number of bands. */
export interface DrawList {
  readonly steps: readonly DrawStep[]
  /** Bounds of everything visible; undefined if there is nothing. */
  readonly bounds: Box | undefined
}

/** Overhang of a frame exported on its own page (page units): its border, corners and title are outside. */
const bleed = 40

/** Lists these elements and their contents. Unknown kinds are skipped. `alone` is a frame that fills its page. */
export function* listDrawing(
  ids: readonly RecordId[],
  shapes: Shapes,
  view: ShapeView,
  alone?: RecordId,
): TaskSteps<DrawList> {
  const steps: DrawStep[] = []
  let bounds: Box | undefined
  let listed = 0
  const total = Math.max(1, view.document.size)

  function* visit(id: RecordId, counts: boolean): Generator<number, void> {
    const record = view.document.get(id)
    if (!record) return
    yield Math.min(1, ++listed / total)
    const shape = shapes.get(record.kind)
    const element = record as ElementRecord
    const clip = shape?.geometry.clip?.(element)
    if (shape) {
      const drawn = id === alone ? { ...element, ...inflate(element, bleed) } : element
      const own = shape.geometry.bounds(drawn, view)
      steps.push({ shape, element: drawn, bounds: own })
      if (counts) bounds = bounds ? getUnion(bounds, own) : own
    }
    const children = view.document.childIds(id)
    if (children.length === 0) return
    const opened: ClipStep | undefined = clip && { clip, end: 0 }
    if (opened) steps.push(opened)
    for (const child of children) yield* visit(child, counts && !shape)
    if (!opened) return
    opened.end = steps.push('end')
  }

  for (const id of ids) yield* visit(id, true)
  return { steps, bounds }
}

/** Draws the list, or the part that intersects `within`. */
export function* drawList(
  pen: Pen,
  { steps }: DrawList,
  view: ShapeView,
  options: RenderOptions,
  within?: Box,
): TaskSteps<undefined> {
  for (let i = 0; i < steps.length;) {
    const step = steps[i++]!
    if (step === 'end') pen.restore()
    else if ('clip' in step) {
      if (within && !intersects(within, step.clip)) {
        i = step.end
        continue
      }
      pen.save()
      pen.clip(step.clip)
    } else if (!within || intersects(within, step.bounds)) {
      step.shape.draw(pen, step.element, view, options)
      yield i / steps.length
    }
  }
  return undefined
}
