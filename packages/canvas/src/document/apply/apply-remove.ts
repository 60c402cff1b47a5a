import { findNewerChange, resolveRef, skip } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Change, EditRef, Entry, Refusal } from '../model/change.ts'
import { isBinding } from '../kinds/binding.ts'
import { isSettings } from '../kinds/settings.ts'
import { isSuggestion } from '../kinds/suggestion.ts'
import { MAX_PAGE_CASCADE } from '../model/limits.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'
import type { SkippedDelete, Writer } from './reducer.ts'
import { getChain, authorizeChange, authorizeFrameMove, refuse } from '../rules/rules.ts'
import type { SlicedWork } from '../model/sliced-work.ts'
import { authorizeSettings, authorizeSuggestionRemoval } from '../rules/suggestions.ts'

type Remove = Extract<Change, { op: 'remove' }>

export function* applyRemove(task: Task, change: Remove): SlicedWork<Refusal | undefined> {
  const { state, pacer } = task
  const going = new Set<RecordId>()
  const skippedDeletes: SkippedDelete[] = []
  const named = new Set(change.ids)
  for (const id of change.ids) {
    if (pacer.isDue()) yield
    const entry = state.entry(id)
    if (!entry || (change.if !== undefined && !isUntouched(task, entry, change.if))) continue
    const refusal = authorizeRemoval(task, entry.record)
    if (refusal) return isInside(task, id, named) ? refuse('contents', id, refusal.message) : refusal
    const newerChange = change.if === undefined ? findLastNewerChange(task, entry) : undefined
    if (!newerChange) going.add(id)
    else {
      skip(task, id, null, newerChange)
      skippedDeletes.push({ id, uids: listOtherWriters(task, entry) })
    }
  }
  task.draft.recordSkippedDeletes(skippedDeletes)
  if (change.if !== undefined) keepFilledContainers(task, going)
  const refusal = (yield* addContentsOfPages(task, going)) ?? (yield* authorizeRemaining(task, going))
  if (refusal) return refusal
  yield* removeBindings(task, going)
  yield* moveChildrenUp(task, going)
  yield* task.draft.removeInSlices([...going], pacer)
  return undefined
}

function authorizeRemoval({ state, kinds, actor }: Task, record: BoardRecord): Refusal | undefined {
  if (isSuggestion(record)) return authorizeSuggestionRemoval(state, kinds, record, actor)
  if (isSettings(record)) return authorizeSettings(record, actor)
  return authorizeChange(state, kinds, record, actor) ?? authorizeFrameMove(kinds, record, actor)
}

function isInside({ state }: Task, id: RecordId, containers: ReadonlySet<RecordId>): boolean {
  for (const record of getChain(state, id)) if (record.id !== id && containers.has(record.id)) return true
  return false
}

/** A stale delete skips records that other users changed since its base. */
function findLastNewerChange(task: Task, { clock, record }: Entry): Writer | undefined {
  if (task.context.now === undefined) return undefined
  const seqs = [...Object.values(clock), task.state.restoredAt(record.id)]
  const since = seqs.filter((seq) => seq > task.edit.base)
  for (const seq of since.sort((a, b) => b - a)) {
    const writer = findNewerChange(task, seq)
    if (writer) return writer
  }
  return undefined
}

/** Other users whose changes after the edit's base are in the record, as it was before the edit. */
function listOtherWriters({ context, edit, actor, draft }: Task, entry: Entry): readonly string[] {
  const uids = new Set<string>()
  for (const seq of Object.values(draft.before(entry).clock)) {
    const uid = seq > edit.base ? context.writer(seq)?.uid : undefined
    if (uid && uid !== actor.uid) uids.add(uid)
  }
  return [...uids]
}

/** Children that outlive their container move up with their contents, so each of them must be changeable. */
function* authorizeRemaining(
  { state, kinds, actor, contents, pacer }: Task,
  going: ReadonlySet<RecordId>,
): SlicedWork<Refusal | undefined> {
  for (const id of going) {
    if (pacer.isDue()) yield
    if (!kinds.get(state.get(id)?.kind ?? '')?.container) continue
    for (const child of state.childIds(id)) {
      if (pacer.isDue()) yield
      const record = state.getUnmoved(child)
      if (!record || going.has(child)) continue
      const refusal = authorizeChange(state, kinds, record, actor) ?? authorizeFrameMove(kinds, record, actor)
      if (refusal) return refuse('contents', child, `inside it: ${refusal.message}`)
      const along = yield* contents.authorizeInSlices(child, pacer)
      if (along) return along
    }
  }
  return undefined
}

/** Whether no other user has written to the record since that edit. */
function isUntouched(task: Task, entry: Entry, since: EditRef): boolean {
  const { context, actor, draft } = task
  const seq = resolveRef(task, since)
  if (seq === undefined) return false
  return Object.values(entry.clock).every(
    (clock) => clock <= seq || draft.isOwn(clock) || context.writer(clock)?.uid === actor.uid,
  )
}

/** Undoing the creation of a frame keeps it if other users have put elements into it. */
function keepFilledContainers({ state, kinds }: Task, going: Set<RecordId>): void {
  for (const id of going) {
    const record = state.get(id)
    if (!record || !kinds.get(record.kind)?.container) continue
    if (state.childIds(id).some((child) => !going.has(child))) going.delete(id)
  }
}

function* addContentsOfPages(task: Task, going: Set<RecordId>): SlicedWork<Refusal | undefined> {
  const { state, kinds } = task
  const pages = [...going].filter((id) => kinds.get(state.get(id)?.kind ?? '')?.container === 'page')
  if (pages.length === 0) return undefined
  if (state.childIds(null).every((id) => going.has(id)))
    return refuse('limit', pages[0], 'the last page stays')
  const contents: BoardRecord[] = []
  const collect = (id: RecordId): void => {
    for (const child of state.childIds(id)) {
      const record = state.get(child)
      if (!record || contents.length > MAX_PAGE_CASCADE) return
      contents.push(record)
      collect(child)
    }
  }
  pages.forEach(collect)
  if (contents.length > MAX_PAGE_CASCADE) return refuse('too_large', pages[0], 'empty the page first')
  for (const page of pages) {
    const refusal = yield* task.contents.authorizeInSlices(page, task.pacer)
    if (refusal) return refusal
  }
  for (const record of contents) going.add(record.id)
  for (const id of state.suggestionIds()) if (going.has(state.get(id)?.parent ?? '')) going.add(id)
  return undefined
}

/** A binding is removed with its connector or target. The connector end stays where it is drawn. */
function* removeBindings({ state, kinds, draft, pacer }: Task, going: Set<RecordId>): SlicedWork<void> {
  for (const id of [...going]) {
    if (pacer.isDue()) yield
    for (const bindingId of state.getBindings(id)) {
      if (going.has(bindingId)) continue
      const binding = state.get(bindingId)
      const connector = isBinding(binding) ? state.cell(binding.parent) : undefined
      if (isBinding(binding) && connector && binding.target === id && !going.has(binding.parent)) {
        const fields = kinds
          .get(connector.entry.record.kind)
          ?.schema.release?.(connector.entry.record, binding.end, state)
        if (fields && Object.keys(fields).length > 0) draft.patch(connector, fields)
      }
      going.add(bindingId)
    }
  }
}

function* moveChildrenUp({ state, draft, pacer }: Task, going: Set<RecordId>): SlicedWork<void> {
  for (const id of going) {
    for (const child of state.childIds(id)) {
      if (pacer.isDue()) yield
      if (going.has(child)) continue
      let parent = state.get(id)?.parent ?? null
      while (parent !== null && going.has(parent)) parent = state.get(parent)?.parent ?? null
      const cell = state.cell(child)
      if (cell && parent !== null) {
        draft.patch(cell, { parent })
        draft.markPossiblyEmpty(parent)
      }
    }
  }
}
