import type { NewRecord } from '../document/model/change.ts'
import { groupSchema } from '../document/kinds/group.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import { containersFirst, countKinds, countLabels } from './containers-first.ts'
import type { ImportedDrawing, ImportedImage } from './imported-drawing.ts'
import { bindingRecords } from './excalidraw/bindings.ts'
import type { Draft } from './excalidraw/element-draft.ts'
import { getDrafts } from './excalidraw/drafts.ts'
import type { Drafts } from './excalidraw/drafts.ts'
import type { ForeignImage } from './excalidraw/data-url.ts'
import { readScene } from './excalidraw/read.ts'
import type { ForeignScene } from './excalidraw/read.ts'
import { type ImportFailure, isImportFailure } from './import-failure.ts'
import { getStructure } from './excalidraw/structure.ts'
import { parseJson } from './parse-json.ts'
import { createNoteCounter } from './notes.ts'
import type { NoteCounter } from './notes.ts'

/**
 * Converts the text of an `.excalidraw` or `.excalidrawlib` file of any version to records. Pure. Returns a failure
 * for other files and for files that are too large.
 */
export function importExcalidraw(text: string): ImportedDrawing | ImportFailure {
  const json = parseJson(text)
  return isImportFailure(json) ? json : importExcalidrawValue(json.value)
}

export function importExcalidrawValue(value: unknown): ImportedDrawing | ImportFailure {
  const notes = createNoteCounter()
  const scene = readScene(value, notes)
  return isImportFailure(scene) ? scene : importScene(scene, notes)
}

/** Converts a parsed scene. */
export function importScene(scene: ForeignScene, notes: NoteCounter): ImportedDrawing | ImportFailure {
  const drafts = getDrafts(scene, notes)
  if (drafts.drafts.length === 0) return { reason: 'empty', message: 'Nothing in the file can be seen' }
  noteScene(scene, notes)
  return assemble(drafts, notes)
}

function noteScene(scene: ForeignScene, notes: NoteCounter): void {
  const background = scene.background?.toLowerCase() ?? '#ffffff'
  if (background !== '#ffffff' && background !== '#fff' && background !== 'transparent')
    notes.take('background', scene)
  for (const element of scene.elements) if (element.locked) notes.take('lock', element)
}

function assemble({ drafts, labelled, labels, images }: Drafts, notes: NoteCounter): ImportedDrawing {
  const structure = getStructure(drafts, notes)
  const getRecord = (draft: Draft): NewRecord => ({
    ...structure.positions.get(draft)!,
    kind: draft.kind,
    ...draft.fields,
  })
  const groups = structure.groups.map((position) => ({
    ...position,
    kind: groupSchema.kind,
    ...groupSchema.defaults,
  }))
  const elements = drafts.map(getRecord)
  const bindings = bindingRecords(drafts, structure, getTargets(drafts, labelled), notes)
  const recordIds = new Map<object, string>(
    drafts.map((draft) => [draft.source, structure.positions.get(draft)!.id]),
  )
  const findRecord = (element: object) => recordIds.get(labels.get(element) ?? element)
  const pieces = new Map(
    drafts.flatMap((draft) =>
      draft.pieces ? [[structure.positions.get(draft)!.id, draft.pieces] as const] : [],
    ),
  )
  return {
    records: [...containersFirst([...groups, ...elements]), ...bindings],
    pieces,
    images: listImages(drafts, structure.positions, images),
    report: { made: countKinds(elements), labels: countLabels(elements), notes: notes.notes(findRecord) },
  }
}

function getTargets(
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

function listImages(
  drafts: readonly Draft[],
  positions: ReadonlyMap<Draft, { readonly id: string }>,
  images: ReadonlyMap<string, ForeignImage>,
): ImportedImage[] {
  const users = Map.groupBy(
    drafts.filter((draft) => draft.kind === imageSchema.kind),
    (draft) => draft.source.fileId ?? '',
  )
  return [...users].map(([fileId, list], index) => ({
    key: `p${index}`,
    ...images.get(fileId)!,
    records: list.map((draft) => positions.get(draft)!.id),
  }))
}
