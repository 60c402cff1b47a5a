import type { NewRecord } from '../../document/model/change.ts'
import { bindingSchema } from '../../document/kinds/binding.ts'
import { createKeysBetween } from '../../document/model/order-keys.ts'
import type { ConnectorEnd } from '../../document/model/schema.ts'
import { containsPoint, getCentre, getFraction, getRotatedBounds, toUpright } from '../../geometry/box.ts'
import type { RotatedBox } from '../../geometry/box.ts'
import { cross, dot, subtract, normalize } from '../../geometry/vec.ts'
import type { Vec } from '../../geometry/vec.ts'
import { uprightPoints } from '../../shapes/shared/points.ts'
import type { NoteCounter } from '../notes.ts'
import type { Draft } from './element-draft.ts'
import { getSchema } from './drafts.ts'
import type { ForeignElement } from './element.ts'
import type { Structure } from './structure.ts'

/** Drafts by the ids that arrows can refer to: elements and their bound texts. */
export type Targets = ReadonlyMap<string, Draft>

const ends: readonly ConnectorEnd[] = ['start', 'end']

/** Binding records for the ends of connectors. */
export function bindingRecords(
  drafts: readonly Draft[],
  structure: Structure,
  targets: Targets,
  notes: NoteCounter,
): NewRecord[] {
  const keys = createKeysBetween(null, null, ends.length, () => 0.5)
  const records: NewRecord[] = []
  for (const draft of drafts) {
    if (getSchema(draft).facets.connects !== true) continue
    for (const [index, end] of ends.entries()) {
      const held = end === 'start' ? draft.source.startBinding : draft.source.endBinding
      if (held === null) continue
      const target = targets.get(held.elementId)
      if (target === undefined || target === draft || getSchema(target).facets.bindable !== true) {
        notes.take('binding', draft.source)
        continue
      }
      if (isFarFrom(target, getEnd(draft, end)[0])) {
        notes.take('bindingFar', draft.source)
        continue
      }
      const connector = structure.positions.get(draft)!.id
      records.push({
        id: `b${records.length}`,
        kind: bindingSchema.kind,
        parent: connector,
        z: keys[index]!,
        end,
        target: structure.positions.get(target)!.id,
        ...getPosition(held, draft, end, target),
      })
    }
  }
  return records
}

/**
 * An arrow counts as pointing at the centre if it misses it by less than this fraction of the target's shorter
 * side.
 */
const aimTolerance = 0.08

/**
 * Attachment point on the target: the fixed point of the file, the centre if the arrow points there, or else the
 * position nearest to the end.
 */
function getPosition(
  held: NonNullable<ForeignElement['startBinding']>,
  connector: Draft,
  end: ConnectorEnd,
  target: Draft,
): { readonly u: number; readonly v: number } {
  if (held.fixedPoint) return { u: bounded(held.fixedPoint[0]), v: bounded(held.fixedPoint[1]) }
  const [tip, before] = getEnd(connector, end)
  const box = target.fields as unknown as RotatedBox
  if (pointsAtMiddle(before, tip, box)) return { u: 0.5, v: 0.5 }
  const share = getFraction(box, toUpright(tip, box))
  return { u: bounded(share.u), v: bounded(share.v) }
}

/** The tip of an end as drawn, and the point before it. */
function getEnd(connector: Draft, end: ConnectorEnd): readonly [tip: Vec, before: Vec] {
  const points = uprightPoints(connector.fields as unknown as LineFields)
  return end === 'start' ? [points[0]!, points[1]!] : [points.at(-1)!, points.at(-2)!]
}

/** Ends farther from their target than this are detached, because the format keeps stale bindings. */
const reach = 60

function isFarFrom(target: Draft, tip: Vec): boolean {
  const box = target.fields as unknown as RotatedBox
  return !containsPoint(getRotatedBounds(box, box.r), tip, reach)
}

function pointsAtMiddle(before: Vec, tip: Vec, box: RotatedBox): boolean {
  const direction = normalize(subtract(tip, before))
  const offset = subtract(getCentre(box), tip)
  return (
    dot(direction, offset) > 0 && Math.abs(cross(direction, offset)) <= aimTolerance * Math.min(box.w, box.h)
  )
}

type LineFields = RotatedBox & { readonly points: readonly number[] }

function bounded(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1e4) / 1e4
}
