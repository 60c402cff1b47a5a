import { z } from 'zod'

const number = z.number()

/** Replaces missing and invalid values by a default. */
function lenient<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  return schema
    .optional()
    .catch(undefined)
    .transform((value) => (value === undefined ? fallback : value))
}

const Binding = z.object({
  elementId: z.string(),
  /** Fraction of the target's box; newer files only. */
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
 * One element of a file of any version. Only type and position must be valid; other fields have Excalidraw's
 * defaults. Names as in the format.
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
  /** Innermost first. */
  groupIds: lenient(z.array(z.string()), []),
  frameId: lenient(z.string().nullable(), null),
  /** If missing (not null), an older field or the type determines the roundness. */
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
  /** The text as typed, without line breaks from wrapping. */
  originalText: lenient(z.string().nullable(), null),
  fontSize: lenient(number.nullable(), null),
  fontFamily: lenient(number.nullable(), null),
  /** Before 2020-05: a string such as `20px Virgil`. */
  font: lenient(z.string().nullable(), null),
  textAlign: lenient(z.string(), 'left'),
  verticalAlign: lenient(z.string(), 'top'),
  containerId: lenient(z.string().nullable(), null),
  autoResize: lenient(z.boolean(), true),
  /** Multiple of the font size; newer files only. Null: that of the board. */
  lineHeight: number.positive().nullable().optional().catch(undefined),

  points: lenient(z.array(z.unknown()), []),
  pressures: lenient(z.array(z.unknown()), []),
  simulatePressure: lenient(z.boolean(), true),
  startBinding: lenient(Binding.nullable(), null),
  endBinding: lenient(Binding.nullable(), null),
  /** If missing (not null), an arrow has a head at its end. */
  startArrowhead: z.string().nullable().optional().catch(null),
  endArrowhead: z.string().nullable().optional().catch(null),
  elbowed: lenient(z.boolean(), false),
  polygon: lenient(z.boolean(), false),

  /** Of a `figure`, which only other formats have. */
  form: lenient(z.string(), 'triangle'),

  fileId: lenient(z.string().nullable(), null),
  /** -1 mirrors. */
  scale: lenient(z.tuple([number, number]), [1, 1]),
  crop: lenient(Crop.nullable(), null),

  /** Title of a frame. */
  name: lenient(z.string().nullable(), null),
})

export type ForeignElement = z.infer<typeof ForeignElement>

/** Former names of types, and types that are equivalent. */
const formerKinds: ReadonlyMap<string, string> = new Map([
  ['magicframe', 'frame'],
  ['iframe', 'embeddable'],
])

export function getKind(element: ForeignElement): string {
  return formerKinds.get(element.type) ?? element.type
}
