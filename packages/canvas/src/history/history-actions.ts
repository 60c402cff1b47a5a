import type { Entry } from '../document/model/change.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { RecordId } from '../document/model/record.ts'
import { isSettings } from '../document/kinds/settings.ts'
import { isSuggestion } from '../document/kinds/suggestion.ts'
import { getPlainText, type RichText } from '../document/text/rich-text.ts'
import { getChain } from '../document/rules/rules.ts'
import { listSuggestionActions } from './suggestion-actions.ts'
import { differingFields } from './difference.ts'
import type { HistoryReplay, ReplayStep } from './history-replay.ts'

/** What an action did, by significance: an action that does several things is named after the first one. */
export const actionVerbs = [
  'accept',
  'reject',
  'withdraw',
  'suggest',
  'remove',
  'restore',
  'add',
  'text',
  'rename',
  'lock',
  'unlock',
  'connect',
  'reparent',
  'resize',
  'move',
  'reorder',
  'restyle',
  'settings',
] as const
export type ActionVerb = (typeof actionVerbs)[number]

/** Consecutive edits of one user that did the same thing. */
export interface Action {
  /** Sequence numbers of its first and last edit. */
  readonly first: number
  readonly last: number
  readonly uid: string
  /** Times of those edits, in ms. */
  readonly from: number
  readonly to: number
  readonly verb: ActionVerb
  /** The records that the verb refers to. */
  readonly ids: ReadonlySet<RecordId>
  /** Kind of all of them; null if they differ. */
  readonly kind: string | null
  /** The innermost frame that contains, or contained, all of them. */
  readonly frame: { readonly id: RecordId; readonly title: string } | null
  /** Their page; null if they are on several. */
  readonly page: RecordId | null
  /** Author of the suggestions that the action concerns; null if there are several or none. */
  readonly suggester: string | null
  /** Text before and after, if the action concerns a single record; includes page names and frame titles. */
  readonly text: { readonly before: string; readonly after: string } | null
  /** Some of the records after the action, or before it if it removed them, for a preview image. */
  readonly samples: readonly Entry[]
}

/** A longer pause between edits of one user starts a new action, in ms. */
const longestPauseMs = 2 * 60_000
/** Maximum records per action for the preview image. */
const sampleCount = 24

interface OpenAction {
  first: number
  last: number
  readonly uid: string
  readonly from: number
  to: number
  mark: string
  verb: ActionVerb
  /** Each record before the action; undefined if it did not exist. */
  ids: Map<RecordId, Entry | undefined>
  /** Latest known entries of those records. */
  readonly latest: Map<RecordId, Entry | undefined>
  frame: { readonly id: RecordId; readonly title: string } | null
  page: RecordId | null
  suggester: string | null
}

interface EditActivity {
  readonly verb: ActionVerb
  readonly before: ReadonlyMap<RecordId, Entry | undefined>
  readonly frame: OpenAction['frame']
  readonly page: RecordId | null
  readonly suggester: string | null
}

/** Groups the edits of a replay into actions, such as "removed 20 notes in Retro". */
export class ActionReader {
  readonly #past: HistoryReplay
  readonly #acts: OpenAction[] = []
  /** The latest action of each user. */
  readonly #open = new Map<string, OpenAction>()

  /** Starts at the current position of the replay. */
  constructor(past: HistoryReplay) {
    this.#past = past
  }

  /** Sequence number of the last edit read. */
  get seq(): number {
    return this.#past.seq
  }

  walk(to: number): void {
    this.#past.walk(to, { step: (step) => this.#step(step), migrated: () => undefined })
  }

  /** All actions so far, earliest first. */
  actions(): readonly Action[] {
    return this.#acts.map(toAction).sort((a, b) => a.last - b.last)
  }

  #step(step: ReplayStep): void {
    const activity = this.#getActivity(step)
    if (!activity) return
    const { seq, by, time, mark } = step.edit
    const open = this.#open.get(by)
    if (open && belongsTo(open, activity, step)) {
      open.last = seq
      open.to = time
      open.mark = mark
      mergeActivity(open, activity)
    } else {
      const act: OpenAction = {
        first: seq,
        last: seq,
        uid: by,
        from: time,
        to: time,
        mark,
        verb: activity.verb,
        ids: new Map(activity.before),
        latest: new Map(),
        frame: activity.frame,
        page: activity.page,
        suggester: activity.suggester,
      }
      this.#acts.push(act)
      this.#open.set(by, act)
    }
    const act = this.#open.get(by)!
    for (const id of activity.before.keys()) act.latest.set(id, this.#past.state.entry(id))
  }

  /** The most significant verb of an edit. Bindings count as their connector. */
  #getActivity({ before, edit }: ReplayStep): EditActivity | undefined {
    const { state } = this.#past
    const isRestore = edit.changes.some((change) => change.op === 'restore')
    const byVerb = new Map<ActionVerb, Map<RecordId, Entry | undefined>>()
    const note = (verb: ActionVerb, id: RecordId, was: Entry | undefined): void => {
      const ids = byVerb.get(verb) ?? new Map<RecordId, Entry | undefined>()
      byVerb.set(verb, ids.set(id, was))
    }
    const suggesters = new Set<string>()
    for (const { verb, suggestion } of listSuggestionActions({
      before,
      by: edit.by,
      get: (id) => state.get(id),
    })) {
      suggesters.add(suggestion.by)
      note(verb, suggestion.target, before.get(suggestion.target) ?? state.entry(suggestion.target))
    }
    for (const [id, was] of before) {
      const is = state.entry(id)
      const record = (is ?? was)?.record
      if (!record || isSuggestion(record)) continue
      if (isSettings(record)) {
        note('settings', id, was)
        continue
      }
      if (isBinding(record)) {
        if (was && is && record.parent !== null && !before.has(record.parent))
          note('connect', record.parent, state.entry(record.parent))
      } else if (!was || !is) note(was ? 'remove' : isRestore ? 'restore' : 'add', id, was)
      else {
        const verb = getVerb(was, is)
        if (verb) note(verb, id, was)
      }
    }
    const verb = actionVerbs.find((candidate) => byVerb.has(candidate))
    const ids = verb && byVerb.get(verb)
    const suggester = suggesters.size === 1 ? [...suggesters][0]! : null
    return verb && ids && { verb, before: ids, suggester, ...this.#getPosition(ids) }
  }

  /** The innermost frame and the page that all of these share. */
  #getPosition(ids: ReadonlyMap<RecordId, Entry | undefined>): Pick<EditActivity, 'frame' | 'page'> {
    const { state, kinds } = this.#past
    let frames: RecordId[] | undefined
    const pages = new Set<RecordId>()
    const parents = new Set([...ids].map(([id, was]) => (state.get(id) ?? was?.record)?.parent ?? null))
    for (const parent of parents) {
      const chain = parent === null ? [] : [...getChain(state, parent)]
      const page = chain.at(-1)
      if (page) pages.add(page.id)
      const around = chain.flatMap(({ id, kind }) => (kinds.get(kind)?.container === 'frame' ? [id] : []))
      frames = frames === undefined ? around : frames.filter((id) => around.includes(id))
    }
    const frame = frames?.[0]
    const title = frame === undefined ? undefined : state.get(frame)?.['title']
    return {
      frame: frame === undefined ? null : { id: frame, title: typeof title === 'string' ? title : '' },
      page: pages.size === 1 ? [...pages][0]! : null,
    }
  }
}

const ignoredFields: ReadonlySet<string> = new Set(['made', 'by'])
const boxFields: ReadonlySet<string> = new Set(['w', 'h', 'r', 'points', 'flipX', 'flipY'])
const positionFields: ReadonlySet<string> = new Set(['x', 'y'])
const nameFields: ReadonlySet<string> = new Set(['title', 'name'])

function getVerb(was: Entry, is: Entry): ActionVerb | undefined {
  if (was.pieces.length !== is.pieces.length || was.open !== is.open) return 'add'
  const fields = differingFields(was.record, is.record).filter((field) => !ignoredFields.has(field))
  if (fields.length === 0) return undefined
  const some = (names: ReadonlySet<string>): boolean => fields.some((field) => names.has(field))
  if (fields.includes('text')) return 'text'
  if (some(nameFields)) return 'rename'
  if (fields.includes('lock')) return is.record['lock'] == null ? 'unlock' : 'lock'
  const isMoved = some(positionFields)
  // An element dragged into a frame counts as moved; a change of the parent alone as reparented.
  if (fields.includes('parent') && !isMoved) return 'reparent'
  if (some(boxFields)) return 'resize'
  if (isMoved) return 'move'
  return fields.every((field) => field === 'z') ? 'reorder' : 'restyle'
}

/** Whether the edit continues the action. */
function belongsTo(open: OpenAction, activity: EditActivity, { edit }: ReplayStep): boolean {
  if (edit.time - open.to > longestPauseMs) return false
  if (edit.mark === open.mark) return true
  const isSame = [...activity.before.keys()].every((id) => open.ids.has(id))
  // Text typed into a new note and its adjustments belong to adding it.
  if (open.verb === 'add' && isSame && activity.verb !== 'remove' && activity.verb !== 'restore') return true
  if (open.verb !== activity.verb || open.frame?.id !== activity.frame?.id || open.page !== activity.page)
    return false
  // Editing another text starts a new action.
  return activity.verb === 'text' || activity.verb === 'rename' ? isSame : true
}

function mergeActivity(open: OpenAction, activity: EditActivity): void {
  const isStronger = actionVerbs.indexOf(activity.verb) < actionVerbs.indexOf(open.verb)
  if (isStronger) {
    open.verb = activity.verb
    open.ids = new Map(activity.before)
    open.frame = activity.frame
    open.page = activity.page
    open.suggester = activity.suggester
  } else if (open.verb === activity.verb) {
    for (const [id, was] of activity.before) if (!open.ids.has(id)) open.ids.set(id, was)
    if (open.frame?.id !== activity.frame?.id) open.frame = null
    if (open.page !== activity.page) open.page = null
    if (open.suggester !== activity.suggester) open.suggester = null
  }
}

function toAction(open: OpenAction): Action {
  const { first, last, uid, from, to, verb, ids, latest, frame, page, suggester } = open
  const entries = [...ids].map(([id, was]) => (verb === 'remove' ? was : (latest.get(id) ?? was)))
  const kinds = new Set(entries.map((entry) => entry?.record.kind))
  const [single] = ids.size === 1 ? ids : []
  return {
    first,
    last,
    uid,
    from,
    to,
    verb,
    ids: new Set(ids.keys()),
    kind: kinds.size === 1 ? ([...kinds][0] ?? null) : null,
    frame,
    page,
    suggester,
    text: single ? getTexts(single[1], latest.get(single[0])) : null,
    samples: entries.slice(0, sampleCount).filter((entry) => entry !== undefined),
  }
}

function getTexts(was: Entry | undefined, is: Entry | undefined): Action['text'] {
  const [before, after] = [getText(was), getText(is)]
  return before === '' && after === '' ? null : { before, after }
}

function getText(entry: Entry | undefined): string {
  if (!entry) return ''
  const { text, title, name } = entry.record as { text?: unknown; title?: unknown; name?: unknown }
  const named = [title, name].find((value) => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : getPlainText((text ?? null) as RichText | null)
}
