import type { Edit, AcceptedEdit } from '../document/model/change.ts'
import type { Kinds } from '../document/kinds/kinds.ts'
import { STALE_AFTER_MS } from '../document/model/limits.ts'
import type { RecordId } from '../document/model/record.ts'
import { replay } from '../document/apply/replay.ts'
import { listSkipped } from '../document/apply/skipped.ts'
import { BoardState } from '../document/state/state.ts'
import { type EditOutcome, listEnteredContent } from '../replica/sending/outcomes.ts'
import { getTargets } from '../replica/sending/settlement.ts'
import type { FuzzClient } from './fuzz-client.ts'
import { demand } from './fuzz-failure.ts'

/** An edit whose author must be told about parts without effect, once the journal is read up to `until`. */
interface PendingReport {
  readonly own: Edit
  readonly taken: Pick<AcceptedEdit, 'changes'>
  /** The board on which the page checked it. */
  readonly page: number
  readonly until: number
  /** Fields that have not had the intended value since. */
  fields: ReadonlySet<string> | undefined
}

/** Everything a user entered is on the board, or the user was told what happened to it. */
export function checkEnteredContent(
  journal: readonly AcceptedEdit[],
  client: FuzzClient,
  clients: readonly FuzzClient[],
  kinds: Kinds,
): void {
  const { uid, sent, outcomes, idle, followed, settledAt, forgotten } = client
  const announced = new Set(outcomes.flatMap(getParts))
  const seqs = new Map(journal.map((edit) => [edit.id, edit]))
  const debts = new Map<number, PendingReport[]>()
  for (const [id, own] of sent) {
    const taken = seqs.get(id)
    demand(
      taken !== undefined || announced.has(id) || idle.has(id) || forgotten.has(id),
      `nobody told ${uid} of ${id}`,
    )
    if (forgotten.has(id) || announced.has(id)) continue
    const settled = settledAt.get(id)
    const isFollowed = taken !== undefined && followed.has(taken.seq)
    const page = isFollowed ? taken.seq : settled?.page
    demand(page !== undefined && page > 0, `${id} of ${uid} was never settled`)
    const until = isFollowed ? page : Math.max(page, settled?.room ?? 0)
    // The room may have checked an edit without effect at any time after its base.
    const start = taken?.seq ?? Math.max(1, Math.min(page, own.base))
    const report = { own, taken: taken ?? { changes: [] }, page, until, fields: undefined }
    debts.set(start, [...(debts.get(start) ?? []), report])
  }
  new JournalCheck(journal, client, clients, announced, kinds, debts).run()
}

/** Replays the journal and checks each pending report. */
class JournalCheck {
  readonly #state = new BoardState()
  readonly #removers = new Map<RecordId, string>()
  #open: PendingReport[] = []
  readonly #journal: readonly AcceptedEdit[]
  readonly #client: FuzzClient
  readonly #clients: readonly FuzzClient[]
  readonly #edits: ReadonlyMap<number, AcceptedEdit>
  readonly #announced: ReadonlySet<string>
  readonly #kinds: Kinds
  readonly #debts: ReadonlyMap<number, readonly PendingReport[]>

  constructor(
    journal: readonly AcceptedEdit[],
    client: FuzzClient,
    clients: readonly FuzzClient[],
    announced: ReadonlySet<string>,
    kinds: Kinds,
    debts: ReadonlyMap<number, readonly PendingReport[]>,
  ) {
    this.#journal = journal
    this.#client = client
    this.#clients = clients
    this.#edits = new Map(journal.map((edit) => [edit.seq, edit]))
    this.#announced = announced
    this.#kinds = kinds
    this.#debts = debts
  }

  run(): void {
    for (const edit of this.#journal) {
      this.#checkDelete(edit)
      replay(this.#state, this.#kinds, edit)
      for (const change of edit.changes)
        if (change.op === 'remove') for (const id of change.ids) this.#removers.set(id, edit.by)
      this.#open.push(...(this.#debts.get(edit.seq) ?? []))
      for (const report of this.#open) this.#check(report, edit.seq)
      this.#open = this.#open.filter(({ until }) => until > edit.seq)
    }
  }

  #check(report: PendingReport, seq: number): void {
    const { own, taken, page, until } = report
    const [state, client] = [this.#state, this.#client]
    const { uid } = client
    const skipped = listSkipped(own, taken, state).filter(({ id }) => state.has(id))
    const fields = skipped.flatMap(({ id, field }) => (isValue(field) ? [`${own.id} ${id} ${field}`] : []))
    report.fields = new Set(report.fields ? fields.filter((name) => report.fields?.has(name)) : fields)
    if (seq === page) {
      for (const { id, field } of skipped) {
        if (field === null) this.#expectAnnounced(`${own.id} ${id} null`)
        else if (!isValue(field) && this.#removers.get(id) !== uid) this.#expectUnchanged(own, id)
      }
      for (const id of getTargets(own.changes))
        if (!state.has(id) && this.#removers.get(id) !== uid) this.#expectUnchanged(own, id)
    }
    if (seq === until) for (const name of report.fields) this.#expectAnnounced(name)
  }

  /** Checks the typed text too. */
  #expectUnchanged(own: Edit, id: RecordId): void {
    this.#expectAnnounced(`${own.id} ${id}`)
    const hasText = listEnteredContent(own.changes).some(
      (entered) => entered.id === id && entered.text !== '',
    )
    if (hasText) this.#expectAnnounced(`${own.id} ${id} typed`)
  }

  /**
   * Records changed by this user after the base of another user's delete are kept, or the user is told; either
   * way for old changes.
   */
  #checkDelete(edit: AcceptedEdit): void {
    const { uid } = this.#client
    const survivingIds = new Set(edit.changes.flatMap((change) => (change.op === 'keep' ? change.ids : [])))
    const removed = new Set(edit.changes.flatMap((change) => (change.op === 'remove' ? change.ids : [])))
    for (const change of edit.changes) {
      if (change.op !== 'remove' && change.op !== 'keep') continue
      for (const id of change.ids) {
        const own = this.#unseen(edit, id)
        // A kept group that ends up empty is removed like any empty group.
        if (own.length === 0 || (change.op === 'keep' && removed.has(id))) continue
        const isStale = own.some(({ time }) => edit.time - time > STALE_AFTER_MS)
        const isAsked = change.op === 'remove' && !survivingIds.has(id) && this.#asked(edit, id)
        demand(!isStale || !isAsked, `${edit.id} of ${edit.by} deleted ${id}, which ${uid} had changed`)
        // Absent users are told when they return, also on a newly loaded page.
        if (change.op === 'keep') this.#expectAnnounced(`kept by ${edit.by} ${id}`)
        const segment = this.#client.followed.get(edit.seq)
        if (change.op === 'keep' || !segment) continue
        if (own.some(({ seq }) => this.#client.followed.get(seq) === segment))
          this.#expectAnnounced(`${edit.id} ${id}`)
      }
    }
  }

  /** Edits of this user on the record that the author of `edit` had not seen. */
  #unseen({ by, base }: AcceptedEdit, id: RecordId): AcceptedEdit[] {
    if (by === this.#client.uid) return []
    const seqs = Object.values(this.#state.entry(id)?.clock ?? {}).filter((seq) => seq > base)
    return seqs.flatMap((seq) => this.#edits.get(seq) ?? []).filter((one) => one.by === this.#client.uid)
  }

  /** Named by the delete itself; excludes bindings, page contents and undo. */
  #asked({ id: editId, by }: AcceptedEdit, id: RecordId): boolean {
    const sent = this.#clients.find(({ uid }) => uid === by)?.sent.get(editId)
    return (sent?.changes ?? []).some(
      (change) => change.op === 'remove' && change.if === undefined && change.ids.includes(id),
    )
  }

  #expectAnnounced(name: string): void {
    demand(this.#announced.has(name), `${this.#client.uid} was not told what became of ${name}`)
  }
}

/** Typed and drawn content is not a field value. */
function isValue(field: string | null): field is string {
  return field !== null && field !== 'text' && field !== 'pieces'
}

function getParts(outcome: EditOutcome): string[] {
  switch (outcome.type) {
    case 'fieldsSkipped':
      return outcome.fields.map(({ id, field }) => `${outcome.editId} ${id} ${field}`)
    case 'deletesSkipped':
      return outcome.records.map(({ id }) => `${outcome.editId} ${id} null`)
    case 'recordsRemoved':
      return outcome.records.flatMap(({ id, entered }) => {
        const name = `${outcome.editId} ${id}`
        return entered.some(({ text }) => text !== '') ? [name, `${name} typed`] : [name]
      })
    case 'rejected':
      return [outcome.editId]
    case 'keptFromDelete':
      return outcome.ids.map((id) => `kept by ${outcome.by} ${id}`)
  }
}
