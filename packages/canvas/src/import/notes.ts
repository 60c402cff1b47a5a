/** How much of an element could be imported. */
export type ImportOutcome = 'approximated' | 'dropped'

/**
 * Everything an import may have to say, and what became of it; the words are `import.notes.<name>`. Names say what
 * the file had, not where we fall short.
 */
export const importNotes = {
  /** The fill was drawn by another pattern than our hatching. */
  fillPattern: 'approximated',
  /** Lines that look drawn by hand are straight here. */
  handDrawn: 'approximated',
  /** Rounded corners of a diamond. */
  roundedDiamond: 'approximated',
  /** A colour that could not be read, or one that was transparent. */
  color: 'approximated',
  font: 'approximated',
  textSize: 'approximated',
  lineWidth: 'approximated',
  opacity: 'approximated',
  arrowhead: 'approximated',
  /** Elbows that were turned find their own way here. */
  elbowRoute: 'approximated',
  /** A line or stroke with more points than we keep. */
  manyPoints: 'approximated',
  /** Text longer than a text may be here. */
  longText: 'approximated',
  /** A web page shown on the board became a box with its address. */
  embedded: 'approximated',
  /** Groups inside each other in a way that cannot be, deeper than here, or with other elements between their members. */
  grouping: 'approximated',
  /** Partly inside a frame, or below things outside that other parts of the frame lie above: taken out of it. */
  frameMembership: 'approximated',
  /** Dashes and fills of freehand strokes. */
  strokeLook: 'dropped',
  /** An arrow held on something that cannot hold one; its end stays where it was drawn. */
  binding: 'dropped',
  /** An arrow drawn far from what it was said to be held on; its end stays where it was drawn. */
  bindingFar: 'dropped',
  link: 'dropped',
  lock: 'dropped',
  background: 'dropped',
  /** A picture whose bytes are not in the file, or are no picture. */
  pictureMissing: 'dropped',
  /** A picture that could not be stored. */
  pictureRefused: 'dropped',
  /** Without any size, or wholly see-through. */
  invisible: 'dropped',
  /** Of a kind that we do not know. */
  unknownKind: 'dropped',
  /** Broken, or far off any board. */
  damaged: 'dropped',
} as const satisfies Record<string, ImportOutcome>

export type ImportNoteName = keyof typeof importNotes

export interface ImportNote {
  readonly name: ImportNoteName
  readonly outcome: ImportOutcome
  /** Elements of the file that it happened to. */
  readonly count: number
}

/** What came in, and what of it is not as it was. */
export interface ImportReport {
  /** Elements of the board made from the file, by our kinds. */
  readonly made: ReadonlyMap<string, number>
  /** In the order of `importNotes`. */
  readonly notes: readonly ImportNote[]
}

/** Counts notes while a file is read; one element counts once for each name. */
export interface NoteTaker {
  take(name: ImportNoteName, element: object): void
  notes(): readonly ImportNote[]
}

export function takeNotes(): NoteTaker {
  const seen = new Map<ImportNoteName, Set<object>>()
  return {
    take(name, element) {
      const elements = seen.get(name) ?? new Set()
      seen.set(name, elements.add(element))
    },
    notes: () =>
      (Object.keys(importNotes) as ImportNoteName[]).flatMap((name) => {
        const count = seen.get(name)?.size ?? 0
        return count === 0 ? [] : [{ name, outcome: importNotes[name], count }]
      }),
  }
}

/** Notes of two steps of one import, added up. */
export function mergeNotes(a: readonly ImportNote[], b: readonly ImportNote[]): readonly ImportNote[] {
  const counts = new Map<ImportNoteName, number>()
  for (const { name, count } of [...a, ...b]) counts.set(name, (counts.get(name) ?? 0) + count)
  return (Object.keys(importNotes) as ImportNoteName[]).flatMap((name) => {
    const count = counts.get(name)
    return count === undefined ? [] : [{ name, outcome: importNotes[name], count }]
  })
}
