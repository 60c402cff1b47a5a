import type { Clock } from '../../../platform/dom/clock.ts'
import type { ReportedEdit } from './describe-action.ts'

/** What happened since the last announcement. */
export interface ReportedActions {
  /** Finished messages; they come before anything else. */
  readonly messages: readonly string[]
  readonly edit: ReportedEdit | undefined
  readonly command: string | undefined
  readonly selection: boolean
  readonly tool: boolean
  /** Number of elements of the page that was opened. */
  readonly elements: number | undefined
}

type Report = Partial<Omit<ReportedActions, 'messages'>> & { readonly message?: string }

const none: ReportedActions = {
  messages: [],
  edit: undefined,
  command: undefined,
  selection: false,
  tool: false,
  elements: undefined,
}

/** One action reports an edit, a selection and a tool at once, and a held key the same edit again and again. */
const settleMs = 150
/** A key that is held down is announced this often. */
const mostMs = 900

/** Collects what one action causes, so that it is announced once, when it has ended. */
export class ActionReports {
  readonly #clock: Clock
  readonly #announce: (actions: ReportedActions) => void
  #waiting = none
  #sinceMs: number | undefined
  /** From a creation to the end of what the browser was doing then, in which the new element is selected. */
  #isCreating = false
  #cancel: (() => void) | undefined

  constructor(clock: Clock, announce: (actions: ReportedActions) => void) {
    this.#clock = clock
    this.#announce = announce
  }

  add({ message, ...report }: Report): void {
    if (this.#beginsAnother(report)) this.#flush()
    const before = this.#waiting
    const isCreated = isCreation(before.edit)
    this.#waiting = {
      ...before,
      ...report,
      // What follows a creation, such as a size that fits its text, is part of it.
      ...(isCreated ? { edit: before.edit } : {}),
      messages: message === undefined ? before.messages : [...before.messages, message],
    }
    if (isCreation(report.edit)) this.#startCreating()
    const nowMs = this.#clock.now()
    this.#sinceMs ??= nowMs
    this.#cancel?.()
    const leftMs = Math.max(0, this.#sinceMs + mostMs - nowMs)
    this.#cancel = this.#clock.after(Math.min(settleMs, leftMs), () => this.#flush())
  }

  dispose(): void {
    this.#cancel?.()
  }

  /** Whether a report belongs to another action than what waits, however soon it follows. */
  #beginsAnother(report: Report): boolean {
    const { edit } = this.#waiting
    if (!edit) return false
    if (report.edit && edit.how !== report.edit.how) return true
    if (!isCreation(edit)) return false
    if (isCreation(report.edit)) return edit.summary.record?.kind !== report.edit.summary.record?.kind
    return report.selection === true && !this.#isCreating
  }

  /** A later selection is an action of its own. No time tells them apart: a slow device takes long for the first. */
  #startCreating(): void {
    this.#isCreating = true
    queueMicrotask(() => {
      this.#isCreating = false
    })
  }

  #flush(): void {
    this.#cancel?.()
    const actions = this.#waiting
    this.#waiting = none
    this.#sinceMs = undefined
    this.#cancel = undefined
    this.#announce(actions)
  }
}

function isCreation(edit: ReportedEdit | undefined): edit is ReportedEdit {
  return edit?.how === 'edit' && edit.summary.action === 'created'
}
