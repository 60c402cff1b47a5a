import { type Node, type Node as ProseNode, Slice, Fragment } from 'prosemirror-model'
import { Mapping, ReplaceStep, Step, type StepMap } from 'prosemirror-transform'
import { MAX_TEXT_DEPTH, MAX_TEXT_STEPS } from '../model/limits.ts'
import { getCharacters } from './passage.ts'
import { isLegalText, isSmallTree, textSchema } from './rich-text.ts'
import type { StepGroup, TextEntry } from './text-log.ts'

const STEP_TYPES: ReadonlySet<unknown> = new Set([
  'replace',
  'replaceAround',
  'addMark',
  'removeMark',
  'markSet',
  'attr',
])

/** Steps from outside; undefined when one of them is none. They may still not fit the text. */
export function parseSteps(json: readonly unknown[]): Step[] | undefined {
  if (json.length > MAX_TEXT_STEPS) return undefined
  const steps: Step[] = []
  for (const item of json) {
    const step = parseStep(item)
    if (!step) return undefined
    steps.push(step)
  }
  return steps
}

function parseStep(json: unknown): Step | undefined {
  if (!isSmallTree(json, MAX_TEXT_DEPTH * 2) || !isStepJson(json)) return undefined
  try {
    return Step.fromJSON(textSchema, json)
  } catch {
    // ProseMirror throws for JSON that is no step of its schema, and that is the answer here.
    return undefined
  }
}

/** A known step with places in order; a set of marks holds steps of its own. */
function isStepJson(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const { stepType, from, to, gapFrom, gapTo, steps } = json as Readonly<Record<string, unknown>>
  if (!STEP_TYPES.has(stepType)) return false
  const positions = [from, gapFrom, gapTo, to].filter((position) => position !== undefined)
  if (
    !positions.every(
      (position, i) =>
        isPosition(position) && (i === 0 || (position as number) >= (positions[i - 1] as number)),
    )
  ) {
    return false
  }
  return stepType !== 'markSet' || (Array.isArray(steps) && steps.every(isStepJson))
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function stepsToJson(steps: readonly Step[]): unknown[] {
  return steps.map((step) => step.toJSON() as unknown)
}

/**
 * Steps that build on each other, carried over foreign steps that came before them: each is taken back
 * over its predecessors, over the foreign steps, and forward over the predecessors' new forms.
 */
export function rebase(groups: readonly StepGroup[], over: readonly Step[]): StepGroup[] {
  if (over.length === 0) return [...groups]
  return rebaseOver(groups, new Mapping(over.map((step) => step.getMap())))
}

/** As `rebase`, over foreign steps of which some are inverses of others. */
export function rebaseOver(groups: readonly StepGroup[], over: Mapping): StepGroup[] {
  const flat = groups.flatMap((group) => group.steps)
  const mapping = new Mapping(flat.map((step) => step.getMap().invert()).reverse())
  mapping.appendMapping(over)
  let index = 0
  return groups.map((group) => {
    const steps: Step[] = []
    for (const step of group.steps) {
      const mapped = mapStep(step, mapping.slice(flat.length - index))
      mapped.forEach((part, i) => {
        // The last part is the one that inserts: later steps may be inside what it inserts.
        const isMirror = i === mapped.length - 1
        mapping.appendMap(part.getMap(), isMirror ? flat.length - 1 - index : undefined)
      })
      steps.push(...mapped)
      index += 1
    }
    return { ...group, steps }
  })
}

/**
 * What was typed into a deleted passage is typed where the passage was, and who deletes a passage deletes what they saw
 * of it, not what others have typed into it meanwhile: every keystroke survives. In order of application.
 */
export function mapStep(step: Step, mapping: Mapping): readonly Step[] {
  const mapped = step.map(mapping)
  if (!(step instanceof ReplaceStep)) return mapped ? [mapped] : []
  if (!(mapped instanceof ReplaceStep)) {
    if (step.slice.size === 0) return []
    const at = mapping.map(step.from)
    return [new ReplaceStep(at, at, step.slice)]
  }
  // What only inserts deletes nothing, wherever the two sides of its place have gone.
  if (step.from === step.to) return [new ReplaceStep(mapped.from, mapped.from, step.slice)]
  const parts = getCharacters(step, mapping)
  // Nobody can say what they saw of it, and it can be taken away again.
  if (!parts) return step.slice.size === 0 ? [] : [new ReplaceStep(mapped.from, mapped.from, step.slice)]
  const [first = { from: mapping.map(step.from), to: mapping.map(step.from) }, ...others] = parts
  if (first.from === first.to && step.slice.size === 0) return []
  // From behind, so that no part moves the places of another.
  const rest = others.toReversed().map(({ from, to }) => new ReplaceStep(from, to, Slice.empty))
  return [...rest, new ReplaceStep(first.from, first.to, step.slice)]
}

/** The author's earlier steps that are not part of `base`, in the form they have there. */
export function unconfirmedAt(entries: readonly TextEntry[], author: string, base: number): StepGroup[] {
  const last = entries.findLast((entry) => entry.author === author)
  if (!last || last.seq <= base) return []
  const groups: StepGroup[] = [...last.under, { seq: last.seq, at: last.at, steps: last.sent }]
  const between = after(entries, last.base).filter((entry) => entry.seq <= base)
  return advance(groups, between, author)
}

/**
 * Steps stated at `base` on top of the author's unconfirmed ones, in the form they take at the end of
 * `entries`. Client and server both come here, so a client's guess is what the server will take.
 */
export function toPresent(
  entries: readonly TextEntry[],
  author: string,
  base: number,
  under: readonly StepGroup[],
  steps: readonly Step[],
): readonly Step[] {
  return advance([...under, { seq: Infinity, steps }], after(entries, base), author).at(-1)?.steps ?? []
}

/** Entries with higher numbers; they are in order, and it is the last few that are asked for. */
function after(entries: readonly TextEntry[], seq: number): readonly TextEntry[] {
  return entries.slice(entries.findLastIndex((entry) => entry.seq <= seq) + 1)
}

/** Own steps leave the list when they are met, others' are carried over. */
function advance(groups: readonly StepGroup[], entries: readonly TextEntry[], author: string): StepGroup[] {
  let list: StepGroup[] = [...groups]
  for (const entry of entries) {
    list = entry.author === author && list[0]?.seq === entry.seq ? list.slice(1) : rebase(list, entry.steps)
  }
  return list
}

/**
 * Steps that undo the edit `at`, stated right after it, in the form they have at `base` on top of `under`.
 * Later edits that were undone meanwhile are mirrored, so that what they deleted and brought back is found again.
 */
export function fromUndone(
  entries: readonly TextEntry[],
  at: number,
  base: number,
  under: readonly StepGroup[],
  steps: readonly Step[],
): readonly Step[] {
  const confirmed = after(entries, at).filter((entry) => entry.seq <= base)
  const own = under.slice(under.findIndex((group) => group.seq === at) + 1)
  const since = new Mapping()
  const positions = new Map<number, { readonly from: number; readonly count: number }>()
  for (const group of [...confirmed, ...own]) {
    const undone = group.at === undefined ? undefined : positions.get(group.at)
    const from = since.maps.length
    group.steps.forEach((step, i) => {
      const pairs = undone?.count === group.steps.length
      appendMap(since, step.getMap(), pairs ? undone.from + undone.count - 1 - i : undefined)
    })
    positions.set(group.seq, { from, count: group.steps.length })
  }
  return rebaseOver([{ seq: Infinity, steps }], since)[0]?.steps ?? []
}

function appendMap(mapping: Mapping, map: StepMap, mirror: number | undefined): void {
  if (mirror === undefined) mapping.appendMap(map)
  else mapping.appendMap(map, mirror)
}

export interface SteppedText {
  readonly doc: Node
  /** The steps that fitted, as they were applied. */
  readonly steps: readonly Step[]
  /** Undo them, in order of application. */
  readonly inverted: readonly Step[]
}

/** Applies what fits. A step that mapping bent out of shape still brings its words to the nearest line. */
export function applySteps(doc: Node, steps: readonly Step[]): SteppedText {
  let text = doc
  const applied: Step[] = []
  const inverted: Step[] = []
  for (const step of steps) {
    const fitting = fit(text, step)
    if (!fitting) continue
    inverted.unshift(fitting.step.invert(text))
    applied.push(fitting.step)
    text = fitting.doc
  }
  return { doc: text, steps: applied, inverted }
}

function fit(doc: Node, step: Step): { readonly doc: Node; readonly step: Step } | undefined {
  const direct = tryStep(doc, step)
  if (direct) return { doc: direct, step }
  const salvaged = salvage(doc, step)
  const saved = salvaged && tryStep(doc, salvaged)
  return salvaged && saved ? { doc: saved, step: salvaged } : undefined
}

/** The text after the step, or undefined when it does not fit or leaves schema and limits. */
export function tryStep(doc: Node, step: Step): Node | undefined {
  const after = afterStep(doc, step)
  return after && isLegalText(after) ? after : undefined
}

/** The text after the step, be it one that may stand or not; undefined when the step does not fit. */
export function afterStep(doc: Node, step: Step): Node | undefined {
  try {
    return step.apply(doc).doc ?? undefined
  } catch {
    // Positions outside the text throw; the step does not fit then.
    return undefined
  }
}

function salvage(doc: Node, step: Step): Step | undefined {
  if (!(step instanceof ReplaceStep)) return undefined
  const words: ProseNode[] = []
  step.slice.content.descendants((node) => {
    if (node.isInline) words.push(node)
    return !node.isInline
  })
  if (words.length === 0) return undefined
  const at = nearestLine(doc, step.from)
  return new ReplaceStep(at, at, new Slice(Fragment.from(words), 0, 0))
}

/** The place inside a paragraph that is nearest to this one; every text has a paragraph. */
function nearestLine(doc: Node, wanted: number): number {
  let best = 1
  let distance = Infinity
  doc.descendants((node, start) => {
    if (!node.isTextblock) return true
    const position = Math.min(Math.max(wanted, start + 1), start + 1 + node.content.size)
    if (Math.abs(position - wanted) < distance) {
      distance = Math.abs(position - wanted)
      best = position
    }
    return false
  })
  return best
}
