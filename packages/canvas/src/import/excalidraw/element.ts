import { z } from 'zod'

const number = z.number()

/** A value that an old or careless writer may have left out or got wrong: then it is the default. */
function lenient<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  return schema
    .optional()
    .catch(undefined)
    .transform((value) => (value === undefined ? fallback : value))
}

const Binding = z.object({
  elementId: z.string(),
  /** Share of the target's box; only newer files have it. */
  fixedPoint: z.tuple([number, number]).nullish().catch(null),
})

const Crop = z.object({
  x: number,
  y: number,
  width: number,
  height: number,
  naturalWidth: number.positive(),
  naturalHeight: number.positive(),
})

/**
 * One element of a file, of whatever age and kind. Only the kind and the place must be right; everything else has
 * the value that Excalidraw itself gives where it is missing. Names are the format's.
 */
export const ForeignElement = z.object({
  type: z.string(),
  x: number,
  y: number,
  id: lenient(z.string(), ''),
  width: lenient(number, 0),
  height: lenient(number, 0),
  /** Radians. */
  angle: lenient(number, 0),
  isDeleted: lenient(z.boolean(), false),
  strokeColor: lenient(z.string(), '#000000'),
  backgroundColor: lenient(z.string(), 'transparent'),
  fillStyle: lenient(z.string(), 'hachure'),
  strokeWidth: lenient(number, 1),
  strokeStyle: lenient(z.string(), 'solid'),
  roughness: lenient(number, 0),
  /** Per cent. */
  opacity: lenient(number, 100),
  /** From the innermost outwards. */
  groupIds: lenient(z.array(z.string()), []),
  frameId: lenient(z.string().nullable(), null),
  /** Missing is not the same as null: then an older field, or the kind, says how round it is. */
  roundness: z
    .object({ type: number, value: number.optional().catch(undefined) })
    .nullable()
    .optional()
    .catch(null),
  /** `round` or `sharp`, in files of 2021 and 2022. */
  strokeSharpness: z.string().optional().catch(undefined),
  link: lenient(z.string().nullable(), null),
  locked: lenient(z.boolean(), false),

  text: lenient(z.string(), ''),
  /** As typed, without the breaks that wrapping made. */
  originalText: lenient(z.string().nullable(), null),
  fontSize: lenient(number.nullable(), null),
  fontFamily: lenient(number.nullable(), null),
  /** Files of before 2020-05 say `20px Virgil` here. */
  font: lenient(z.string().nullable(), null),
  textAlign: lenient(z.string(), 'left'),
  verticalAlign: lenient(z.string(), 'top'),
  containerId: lenient(z.string().nullable(), null),
  autoResize: lenient(z.boolean(), true),

  points: lenient(z.array(z.unknown()), []),
  pressures: lenient(z.array(z.unknown()), []),
  simulatePressure: lenient(z.boolean(), true),
  startBinding: lenient(Binding.nullable(), null),
  endBinding: lenient(Binding.nullable(), null),
  /** Missing is not the same as null: an arrow of a file that knows no heads has one at its end. */
  startArrowhead: z.string().nullable().optional().catch(null),
  endArrowhead: z.string().nullable().optional().catch(null),
  elbowed: lenient(z.boolean(), false),
  polygon: lenient(z.boolean(), false),

  fileId: lenient(z.string().nullable(), null),
  /** -1 mirrors. */
  scale: lenient(z.tuple([number, number]), [1, 1]),
  crop: lenient(Crop.nullable(), null),

  /** Title of a frame. */
  name: lenient(z.string().nullable(), null),
})

export type ForeignElement = z.infer<typeof ForeignElement>

/** Names that a kind once had, and kinds that differ only in how they came to be. */
const formerKinds: ReadonlyMap<string, string> = new Map([
  ['magicframe', 'frame'],
  ['iframe', 'embeddable'],
])

export function getKind(element: ForeignElement): string {
  return formerKinds.get(element.type) ?? element.type
}
