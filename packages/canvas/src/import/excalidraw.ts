import type { NewRecord } from '../document/change.ts'
import { groupSchema } from '../document/kinds/group.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import type { ImportedDrawing, ImportedPicture } from './drawing.ts'
import { bindingRecords } from './excalidraw/bindings.ts'
import type { Draft } from './excalidraw/draft.ts'
import { draftsOf } from './excalidraw/drafts.ts'
import type { Drafts } from './excalidraw/drafts.ts'
import type { ForeignPicture } from './excalidraw/data-url.ts'
import { isFault, readScene } from './excalidraw/read.ts'
import type { ForeignScene, ImportFault } from './excalidraw/read.ts'
import { structureOf } from './excalidraw/structure.ts'
import { takeNotes } from './notes.ts'
import type { NoteTaker } from './notes.ts'

/**
 * Turns the text of an `.excalidraw` or `.excalidrawlib` file of any version into records of ours. Pure: nothing is
 * changed anywhere, and a file that is none, or is too large, answers a fault.
 */
export function importExcalidraw(text: string): ImportedDrawing | ImportFault {
  const notes = takeNotes()
  const scene = readScene(text, notes)
  if (isFault(scene)) return scene
  const drafts = draftsOf(scene, notes)
  if (drafts.drafts.length === 0) return { fault: 'empty', message: 'Nothing in the file can be seen' }
  noteScene(scene, notes)
  return assemble(drafts, notes)
}

function noteScene(scene: ForeignScene, notes: NoteTaker): void {
  const background = scene.background?.toLowerCase() ?? '#ffffff'
  if (background !== '#ffffff' && background !== '#fff' && background !== 'transparent')
    notes.take('background', scene)
  for (const element of scene.elements) if (element.locked) notes.take('lock', element)
}

function assemble({ drafts, labelled, pictures }: Drafts, notes: NoteTaker): ImportedDrawing {
  const structure = structureOf(drafts, notes)
  const recordOf = (draft: Draft): NewRecord => ({
    ...structure.places.get(draft)!,
    kind: draft.kind,
    ...draft.fields,
  })
  const groups = structure.groups.map((place) => ({
    ...place,
    kind: groupSchema.kind,
    ...groupSchema.defaults,
  }))
  const elements = drafts.map(recordOf)
  const bindings = bindingRecords(drafts, structure, targetsOf(drafts, labelled), notes)
  const pieces = new Map(
    drafts.flatMap((draft) =>
      draft.pieces ? [[structure.places.get(draft)!.id, draft.pieces] as const] : [],
    ),
  )
  return {
    records: [...containersFirst([...groups, ...elements]), ...bindings],
    pieces,
    pictures: picturesOf(drafts, structure.places, pictures),
    report: { made: countKinds(elements), notes: notes.notes() },
  }
}

function targetsOf(
  drafts: readonly Draft[],
  labelled: ReadonlyMap<string, string>,
): ReadonlyMap<string, Draft> {
  const targets = new Map<string, Draft>()
  for (const draft of drafts) if (!targets.has(draft.source.id)) targets.set(draft.source.id, draft)
  for (const [label, container] of labelled) {
    const draft = targets.get(container)
    if (draft !== undefined && !targets.has(label)) targets.set(label, draft)
  }
  return targets
}

function containersFirst(records: readonly NewRecord[]): NewRecord[] {
  const children = Map.groupBy(records, (record) => record.parent)
  const sorted: NewRecord[] = []
  const waiting: (string | null)[] = [null]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const record of children.get(parent) ?? []) {
      sorted.push(record)
      waiting.push(record.id)
    }
  }
  return sorted
}

function picturesOf(
  drafts: readonly Draft[],
  places: ReadonlyMap<Draft, { readonly id: string }>,
  pictures: ReadonlyMap<string, ForeignPicture>,
): ImportedPicture[] {
  const users = Map.groupBy(
    drafts.filter((draft) => draft.kind === imageSchema.kind),
    (draft) => draft.source.fileId ?? '',
  )
  return [...users].map(([fileId, list], index) => ({
    key: `p${index}`,
    ...pictures.get(fileId)!,
    records: list.map((draft) => places.get(draft)!.id),
  }))
}

function countKinds(records: readonly NewRecord[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
