import { computed } from '@preact/signals-core'
import type { Actor, Change, Refusal } from '../document/model/change.ts'
import { createMigrator, schemaVersions } from '../document/apply/migrate.ts'
import type { RecordId } from '../document/model/record.ts'
import { isAtLeast, refuse } from '../document/rules/rules.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { LocalEdits } from './local-edits.ts'
import { ReplicaCore } from './replica-core.ts'
import { EditSender } from './sending/edit-sender.ts'
import type { Outbox, OutboxEntry, Replica, ReplicaClock, RoomLink, UndoStore } from './ports.ts'
import { getRestoreChanges } from './restore-removed.ts'
import type { OutcomeStore, SkippedValue } from './sending/outcomes.ts'
import { showOtherTabs } from './sending/other-tabs.ts'
import { Receiver } from './receiver.ts'
import { SaveSignal } from './save-signal.ts'
import { TextSessions } from './text-sessions.ts'

export interface ReplicaOptions {
  readonly kinds: readonly ShapeSchema[]
  /** The user; the role is preliminary until the welcome. */
  readonly actor: Actor
  /** Random per page load; edits of earlier pages keep their ids. */
  readonly tab: string
  readonly outbox: Outbox
  /** Store for outcomes; an edit leaves the outbox only after its outcomes are stored. */
  readonly outcomes?: OutcomeStore
  readonly undoStore?: UndoStore
  readonly link: RoomLink
  readonly clock: ReplicaClock
}

/** Delay before undo steps are stored. */
const STEPS_TTL_MS = 2_000

export function createReplica(options: ReplicaOptions): Replica {
  const { kinds, clock, link, outbox } = options
  const schema = schemaVersions(kinds)
  const core = new ReplicaCore(kinds, options.actor)
  const save = new SaveSignal(clock)
  const outgoing: EditSender = new EditSender(core, outbox, options.outcomes, link, clock, schema, () =>
    save.update({
      isReadOnly: !isAtLeast(core.actor.value.role, 'contributor'),
      isConnected: outgoing.connected,
      waiting: core.pending.unanswered,
    }),
  )
  const steps = storeSteps(core, clock, schema, options.undoStore)
  const author = new LocalEdits(core, outgoing, options.tab, steps.changed)
  const receiver = new Receiver(core, author, outgoing, link, clock)
  const sessions = new TextSessions(core, author, clock)
  return {
    document: core.board,
    actor: computed(() => core.actor.value),
    saveState: computed(() => save.state.value),
    canUndo: computed(() => author.canUndo.value),
    canRedo: computed(() => author.canRedo.value),
    progress: computed(() => receiver.progress.value),
    get seq() {
      return receiver.wholeSeq
    },
    get ownSeq() {
      return core.ownSeq
    },
    get position() {
      return receiver.position
    },
    get madeAt() {
      return core.pending.madeAt
    },
    receive: receiver,
    async start() {
      const [left, history] = await Promise.all([outbox.load(), options.undoStore?.load()])
      if (history && createMigrator(kinds, history.schema).isNoop) {
        core.undo.restore(history.undo)
        core.redo.restore(history.redo)
      }
      adoptEdits(left, kinds, core, outgoing, receiver)
      author.stepsChanged()
    },
    showOtherTabs(entries) {
      if (showOtherTabs(entries, kinds, core, receiver.loadedSeq)) outgoing.flush()
    },
    adopt(entries) {
      for (const { edit } of entries) {
        const pending = core.pending.find(edit.id)
        if (pending?.stage === 'elsewhere') pending.stage = 'ready'
      }
      outgoing.flush()
      const strange = entries.filter(({ edit }) => !core.pending.find(edit.id))
      if (strange.length > 0) adoptEdits(strange, kinds, core, outgoing, receiver)
    },
    edit: (changes, mark) => author.edit(changes, mark),
    amend: (changes) => author.amend(changes),
    replayCached: (removed) => core.replayCached(removed),
    takeOver(fields) {
      const there = fields.filter(({ id }) => core.board.get(id))
      return author.edit(getPatches(there), author.freshMark())
    },
    restoreRemoved(target) {
      const mark = author.freshMark()
      const changes = getRestoreChanges(target, {
        // If the record exists again, a copy is added.
        removedBy: (seq) => (core.board.get(target.id) ? [] : core.removedBy(seq)),
        findContainer: (container) => core.findNearestContainer(container),
        freshId: () => mark.replaceAll('.', '-'),
      })
      if (changes.length > 0) return author.edit(changes, mark)
      return refuse('missing', target.id, 'nothing is known of it here')
    },
    canChange: (id) => core.reducer.canChange(core.board, id, core.actor.value),
    canTake: (ids) => core.reducer.canTake(core.board, ids, core.actor.value),
    canPlace: (ids, to) => core.reducer.canPlace(core.board, ids, to, core.actor.value),
    canAdd: (parent) => core.reducer.canAdd(core.board, parent, core.actor.value),
    undo: () => author.undo(),
    redo: () => author.redo(),
    openText: (id, sessionOptions = {}) => sessions.open(id, sessionOptions),
    observe: (listener) => core.observe(listener),
    observeOutcomes: (listener) => core.observeOutcomes(listener),
    observeRefusals: (listener) => observeRefusals(core, options.outcomes !== undefined, listener),
    getLoadingExtent: (page) => receiver.getLoadingExtent(page),
    setView: (view) => receiver.loadAround(view),
    saveNow() {
      sessions.flush()
      outgoing.storeNow()
      steps.now()
    },
    dispose() {
      sessions.close()
      receiver.dispose()
      outgoing.dispose()
      save.dispose()
      steps.now()
    },
  }
}

/** Refusals that are not stored as outcomes; stored ones are reported when the user decides. */
function observeRefusals(
  core: ReplicaCore,
  areStored: boolean,
  listener: (refusal: Refusal) => void,
): () => void {
  let stored: string | undefined
  const stops = [
    core.observeOutcomes((outcome) => {
      if (areStored && outcome.type === 'rejected') stored = outcome.editId
    }),
    core.observe((event) => {
      if (event.type === 'refused' && event.editId !== stored) listener(event.refusal)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** One patch per record with the last value of each field. */
function getPatches(values: readonly SkippedValue[]): readonly Change[] {
  const fieldsById = new Map<RecordId, Record<string, unknown>>()
  for (const { id, field, mine } of values)
    fieldsById.set(id, { ...fieldsById.get(id), [field]: mine ?? null })
  return [...fieldsById].map(([id, fields]) => ({ op: 'patch', id, fields }))
}

/** Adopts unsent edits of an earlier page load or another tab. */
function adoptEdits(
  left: readonly OutboxEntry[],
  kinds: readonly ShapeSchema[],
  core: ReplicaCore,
  outgoing: EditSender,
  receiver: Receiver,
): void {
  const adopt = (): void => {
    // Kinds of records that earlier adopted edits create and later ones change.
    const brought = new Map<RecordId, string>()
    const getKind = (id: RecordId): string | undefined => brought.get(id) ?? core.board.get(id)?.kind
    for (const entry of left) {
      const edit = createMigrator(kinds, entry.schema).edit(entry.edit, getKind)
      for (const change of edit.changes)
        if (change.op === 'put') brought.set(change.record.id, change.record.kind)
      const undo = core.undo.find(edit.id) ?? core.redo.find(edit.id)
      core.pending.add({
        edit,
        stamp: core.nextStamp(),
        stage: 'ready',
        acked: null,
        skipped: [],
        expected: new Map(),
        namesIds: true,
        isUndo: false,
        isOld: true,
        held: edit.changes.some(({ op }) => op === 'text' || op === 'translate'),
        madeAt: entry.madeAt,
        unrestored: [],
        applied: undefined,
        undo,
      })
    }
    core.changeBase(() => undefined)
  }
  const isIdle = left.every((entry) => createMigrator(kinds, entry.schema).isNoop)
  if (isIdle || receiver.progress.value.complete) {
    adopt()
    return outgoing.flush()
  }
  // Patches do not contain the kind they change, so the board must be loaded before they can be migrated.
  outgoing.pause()
  const before = receiver.onLoaded
  receiver.onLoaded = () => {
    receiver.onLoaded = () => undefined
    before()
    adopt()
    outgoing.resume()
  }
}

function storeSteps(
  core: ReplicaCore,
  clock: ReplicaClock,
  schema: Readonly<Record<string, number>>,
  store: UndoStore | undefined,
): { readonly changed: () => void; readonly now: () => void } {
  let stop: (() => void) | undefined
  const keep = (): void => {
    stop = undefined
    const getNumber = (id: string): number | undefined => core.getNumber(id)
    store?.save({ undo: core.undo.store(getNumber), redo: core.redo.store(getNumber), schema }).catch(() => {
      // Storage failed; the steps are lost when the page closes.
    })
  }
  return {
    changed() {
      if (store) stop ??= clock.after(STEPS_TTL_MS, keep)
    },
    now() {
      if (stop) {
        stop()
        keep()
      }
    },
  }
}
