import { resolveRef } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Change, EditRef, Entry, Refusal } from './change.ts'
import { isBinding } from './kinds/binding.ts'
import { MAX_PAGE_CASCADE } from './limits.ts'
import type { BoardRecord, RecordId } from './record.ts'
import { frameRole, isAtLeast, judgeChange, judgeFrameMove, refuse } from './rules.ts'

type Remove = Extract<Change, { op: 'remove' }>

export function applyRemove(task: Task, change: Remove): Refusal | undefined {
  const { state, kinds, actor } = task
  const going = new Set<RecordId>()
  for (const id of change.ids) {
    const entry = state.entry(id)
    if (!entry || (change.if !== undefined && !isUntouched(task, entry, change.if))) continue
    const refusal =
      judgeChange(state, kinds, entry.record, actor) ?? judgeFrameMove(kinds, entry.record, actor)
    if (refusal) return refusal
    going.add(id)
  }
  if (change.if !== undefined) keepFilledContainers(task, going)
  const refusal = addContentsOfPages(task, going)
  if (refusal) return refusal
  takeBindingsAlong(task, going)
  moveChildrenUp(task, going)
  task.draft.remove([...going])
  return undefined
}

/** Has nobody else written to it since that edit? */
function isUntouched(task: Task, entry: Entry, since: EditRef): boolean {
  const { context, actor, draft } = task
  const seq = resolveRef(task, since)
  if (seq === undefined) return false
  return Object.values(entry.clock).every(
    (clock) => clock <= seq || draft.isOwn(clock) || context.writer(clock)?.uid === actor.uid,
  )
}

/** Undoing a frame must not scatter what others have put into it. */
function keepFilledContainers({ state, kinds }: Task, going: Set<RecordId>): void {
  for (const id of going) {
    const record = state.get(id)
    if (!record || !kinds.get(record.kind)?.container) continue
    if (state.childIds(id).some((child) => !going.has(child))) going.delete(id)
  }
}

function addContentsOfPages(task: Task, going: Set<RecordId>): Refusal | undefined {
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
  for (const record of contents) {
    const refusal = judgeAlong(task, record)
    if (refusal) return refusal
    going.add(record.id)
  }
  return undefined
}

/** What admins have fixed does not go along with a page for those below. */
function judgeAlong({ kinds, actor }: Task, record: BoardRecord): Refusal | undefined {
  if (isAtLeast(actor.may, 'admin')) return undefined
  if (record['lock'] === 'admin') return refuse('locked', record.id, 'locked by an admin')
  return frameRole(kinds, record) ? refuse('frame', record.id, 'has a role of its own') : undefined
}

/** A binding never outlives its connector or its target; the connector keeps the end where it is drawn. */
function takeBindingsAlong({ state, kinds, draft }: Task, going: Set<RecordId>): void {
  for (const id of [...going]) {
    for (const bindingId of state.bindingsOf(id)) {
      if (going.has(bindingId)) continue
      const binding = state.get(bindingId)
      const connector = isBinding(binding) ? state.entry(binding.parent) : undefined
      if (isBinding(binding) && connector && binding.target === id && !going.has(binding.parent)) {
        const fields = kinds
          .get(connector.record.kind)
          ?.schema.release?.(connector.record, binding.end, state)
        if (fields && Object.keys(fields).length > 0) draft.patch(connector, fields)
      }
      going.add(bindingId)
    }
  }
}

function moveChildrenUp({ state, draft }: Task, going: Set<RecordId>): void {
  for (const id of going) {
    for (const child of state.childIds(id)) {
      if (going.has(child)) continue
      let parent = state.get(id)?.parent ?? null
      while (parent !== null && going.has(parent)) parent = state.get(parent)?.parent ?? null
      const entry = state.entry(child)
      if (entry && parent !== null) {
        draft.patch(entry, { parent })
        draft.loosen(parent)
      }
    }
  }
}
