import { createMigrator } from '../../document/apply/migrate.ts'
import type { ShapeSchema } from '../../document/model/schema.ts'
import type { ReplicaCore } from '../replica-core.ts'
import type { PendingEdit } from './pending.ts'
import type { OutboxEntry } from '../ports.ts'

/** Shows unsent edits of this user's other tabs, until they leave the shared outbox. */
export function showOtherTabs(
  entries: readonly OutboxEntry[],
  kinds: readonly ShapeSchema[],
  core: ReplicaCore,
  loadedSeq: number,
): boolean {
  const listed = new Set(entries.map(({ edit }) => edit.id))
  const removed = core.pending.all.filter(({ stage, edit }) => stage === 'elsewhere' && !listed.has(edit.id))
  const fresh = entries.filter(
    ({ edit, schema }) =>
      !core.pending.find(edit.id) &&
      core.getNumber(edit.id) === undefined &&
      createMigrator(kinds, schema).isNoop,
  )
  if (removed.length + fresh.length === 0) return false
  core.changeBase(() => {
    core.pending.remove(...removed)
    for (const { edit } of fresh) core.pending.add(pendingElsewhere(edit, core.nextStamp(), loadedSeq))
  })
  return true
}

function pendingElsewhere(edit: PendingEdit['edit'], stamp: number, loadedSeq: number): PendingEdit {
  const isPossiblyLoaded = edit.base < loadedSeq
  return {
    edit,
    stamp,
    stage: 'elsewhere',
    acked: null,
    skipped: [],
    expected: new Map(),
    isOld: true,
    held: isPossiblyLoaded && edit.changes.some(({ op }) => op === 'text' || op === 'translate'),
    namesIds: false,
    isUndo: false,
    madeAt: undefined,
    unrestored: [],
    applied: undefined,
    undo: undefined,
  }
}

/**
 * Edits of other tabs that create records which this tab's edits change. They are sent from here too, because the
 * server would skip changes of missing records; it accepts each edit only once.
 */
export function neededFromOtherTabs(all: readonly PendingEdit[]): readonly PendingEdit[] {
  if (!all.some(({ stage }) => stage === 'elsewhere')) return []
  const makers = new Map<string, PendingEdit>()
  const needed = new Set<PendingEdit>()
  for (const pending of all) {
    for (const change of pending.edit.changes) {
      if (pending.stage === 'elsewhere') {
        if (change.op === 'put') makers.set(change.record.id, pending)
        continue
      }
      for (const id of namedBy(change)) {
        const maker = makers.get(id)
        if (maker) needed.add(maker)
      }
    }
  }
  const tabs = new Map([...needed].map((pending) => [getTab(pending), pending.stamp] as const))
  return all.filter(
    (pending) => pending.stage === 'elsewhere' && pending.stamp <= (tabs.get(getTab(pending)) ?? -1),
  )
}

function getTab({ edit }: PendingEdit): string {
  return edit.id.slice(0, edit.id.lastIndexOf(':'))
}

function namedBy(change: PendingEdit['edit']['changes'][number]): readonly string[] {
  switch (change.op) {
    case 'put': {
      const { parent, target } = change.record
      return [parent, target].filter((id) => typeof id === 'string')
    }
    case 'patch':
    case 'append':
    case 'text':
      return [change.id]
    case 'remove':
    case 'restore':
    case 'translate':
      return change.ids
  }
}
