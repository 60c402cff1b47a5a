import type { RecordId } from '../document/model/record.ts'

/** How much of an element could be imported. */
export type ImportOutcome = 'approximated' | 'dropped'

/**
 * Everything that an import can report, with its outcome; messages are `import.notes.<name>`. Names describe what
 * the file contained.
 */
export const importNotes = {
  /** A fill pattern other than our hatching. */
  fillPattern: 'approximated',
  /** Rounded corners of a diamond become sharp. */
  roundedDiamond: 'approximated',
  /** An unreadable or translucent colour. */
  color: 'approximated',
  /** A shape that boards do not have. */
  otherForm: 'approximated',
  font: 'approximated',
  textSize: 'approximated',
  lineWidth: 'approximated',
  opacity: 'approximated',
  arrowhead: 'approximated',
  /** Rotated elbow arrows are rerouted. */
  elbowRoute: 'approximated',
  /** A line or stroke with more points than allowed. */
  manyPoints: 'approximated',
  /** Text longer than allowed. */
  longText: 'approximated',
  /** An embedded web page becomes a box with its URL. */
  embedded: 'approximated',
  /** Tags of a sticky note became words in its text. */
  tags: 'approximated',
  /** A file beside the drawing became a box with its path. */
  fileOutside: 'approximated',
  /** Overlapping groups, groups nested too deeply, or groups with other elements between their members. */
  grouping: 'approximated',
  /** Taken out of a frame, because it is partly outside or because framing would change the stacking order. */
  frameMembership: 'approximated',
  /** Frames stand upright; what is in them stays where it is. */
  frameRotation: 'approximated',
  /** A named version of which some elements or images are missing. */
  versionIncomplete: 'approximated',
  /** Clipping, masking or blur, for example. */
  effect: 'dropped',
  /** Dashes and fills of freehand strokes. */
  strokeLook: 'dropped',
  /** An arrow bound to an element that cannot have connectors; its end stays in place. */
  binding: 'dropped',
  /** An arrow drawn far from its bound element; its end stays in place. */
  bindingFar: 'dropped',
  link: 'dropped',
  lock: 'dropped',
  background: 'dropped',
  /** An image whose data is missing or invalid. */
  pictureMissing: 'dropped',
  /** A video that is not in the file, or could not be stored: its first frame stays. */
  videoMissing: 'dropped',
  /** An image that could not be stored. */
  pictureRefused: 'dropped',
  /** Without size, or completely transparent. */
  invisible: 'dropped',
  /** Pages of a document beyond those that are imported. */
  pages: 'dropped',
  /** Unknown element type. */
  unknownKind: 'dropped',
  /** Invalid, or too far outside. */
  damaged: 'dropped',
  /** A named version that cannot be read. */
  versionDamaged: 'dropped',
  /** Named versions beyond the limits of one file. */
  manyVersions: 'dropped',
  /** Named versions are only restored on an empty board, online, by people who may name versions. */
  versionsElsewhere: 'dropped',
  /** A named version that could not be restored, or was not because the import was cancelled. */
  versionRefused: 'dropped',
} as const satisfies Record<string, ImportOutcome>

export type ImportNoteName = keyof typeof importNotes

export interface ImportNote {
  readonly name: ImportNoteName
  readonly outcome: ImportOutcome
  /** Number of affected elements. */
  readonly count: number
  /** Those of them that came in. */
  readonly records: readonly RecordId[]
}

/** Summary of an import. */
export interface ImportReport {
  /** Created elements by kind. */
  readonly made: ReadonlyMap<string, number>
  /** Texts that are part of other elements and not counted by themselves. */
  readonly labels: number
  /** In the order of `importNotes`. */
  readonly notes: readonly ImportNote[]
}

/** Counts notes while a file is read; each element counts once per name. */
export interface NoteCounter {
  take(name: ImportNoteName, element: object): void
  /** `find` names the records that came of an element of the file. */
  notes(find?: (element: object) => RecordId | undefined): readonly ImportNote[]
}

const names = Object.keys(importNotes) as ImportNoteName[]

export function createNoteCounter(): NoteCounter {
  const seen = new Map<ImportNoteName, Set<object>>()
  return {
    take(name, element) {
      const elements = seen.get(name) ?? new Set()
      seen.set(name, elements.add(element))
    },
    notes: (find = () => undefined) =>
      names.flatMap((name) => {
        const elements = [...(seen.get(name) ?? [])]
        if (elements.length === 0) return []
        const records = [...new Set(elements.flatMap((element) => find(element) ?? []))]
        return [{ name, outcome: importNotes[name], count: elements.length, records }]
      }),
  }
}

/** Adds up the notes of two steps of an import. */
export function mergeNotes(a: readonly ImportNote[], b: readonly ImportNote[]): readonly ImportNote[] {
  const notes = Map.groupBy([...a, ...b], ({ name }) => name)
  return names.flatMap((name) => {
    const parts = notes.get(name)
    if (!parts) return []
    const count = parts.reduce((sum, part) => sum + part.count, 0)
    return [{ name, outcome: importNotes[name], count, records: parts.flatMap(({ records }) => records) }]
  })
}
