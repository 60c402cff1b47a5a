import { type Node, type Node as ProseNode, Slice, Fragment } from 'prosemirror-model'
import { Mapping, ReplaceStep, Step, type StepMap } from 'prosemirror-transform'
import { MAX_TEXT_DEPTH, MAX_TEXT_STEPS } from '../model/limits.ts'
import { getSurvivingRanges } from './surviving-ranges.ts'
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

/** Parses untrusted steps; undefined if one is invalid. Valid steps may still not fit the text. */
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
    // ProseMirror throws for JSON that is no step of its schema.
    return undefined
  }
}

/** A known step type with ascending positions; a `markSet` contains further steps. */
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
 * Rebases consecutive steps over foreign steps that were applied before them: each is mapped back over its
 * predecessors, over the foreign steps, and forward over the rebased predecessors.
 */
export function rebase(groups: readonly StepGroup[], over: readonly Step[]): StepGroup[] {
  if (over.length === 0) return [...groups]
  return rebaseOver(groups, new Mapping(over.map((step) => step.getMap())))
}

/** Like `rebase`, with a mapping in which some foreign steps mirror others. */
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
        // The last part contains the insertion, and later steps may be inside it.
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
 * Maps a step so that no typed text is lost: text typed into a deleted range is inserted where the range was, and
 * a deletion removes only the characters its author saw, not those that others inserted since. Returned in order
 * of application.
 */
export function mapStep(step: Step, mapping: Mapping): readonly Step[] {
  const mapped = step.map(mapping)
  if (!(step instanceof ReplaceStep)) return mapped ? [mapped] : []
  if (!(mapped instanceof ReplaceStep)) {
    if (step.slice.size === 0) return []
    const at = mapping.map(step.from)
    return [new ReplaceStep(at, at, step.slice)]
  }
  // A pure insertion deletes nothing, even if the sides of its position have moved apart.
  if (step.from === step.to) return [new ReplaceStep(mapped.from, mapped.from, step.slice)]
  const parts = getSurvivingRanges(step, mapping)
  // Too expensive to determine which characters were seen; the deletion is dropped and can be repeated.
  if (!parts) return step.slice.size === 0 ? [] : [new ReplaceStep(mapped.from, mapped.from, step.slice)]
  const [first = { from: mapping.map(step.from), to: mapping.map(step.from) }, ...others] = parts
  if (first.from === first.to && step.slice.size === 0) return []
  // Last range first, so that deletions do not shift each other's positions.
  const rest = others.toReversed().map(({ from, to }) => new ReplaceStep(from, to, Slice.empty))
  return [...rest, new ReplaceStep(first.from, first.to, step.slice)]
}

/** The author's earlier steps that are not part of `base`, as stated there. */
export function getUnconfirmedSteps(
  entries: readonly TextEntry[],
  author: string,
  base: number,
): StepGroup[] {
  const last = entries.findLast((entry) => entry.author === author)
  if (!last || last.seq <= base) return []
  const groups: StepGroup[] = [...last.under, { seq: last.seq, at: last.at, steps: last.sent }]
  const between = after(entries, last.base).filter((entry) => entry.seq <= base)
  return advance(groups, between, author)
}

/**
 * Rebases steps stated at `base`, on top of the author's unconfirmed ones, to the end of `entries`. Used by
 * client and server, so that the client predicts the server's result.
 */
export function rebaseToPresent(
  entries: readonly TextEntry[],
  author: string,
  base: number,
  under: readonly StepGroup[],
  steps: readonly Step[],
): readonly Step[] {
  return advance([...under, { seq: Infinity, steps }], after(entries, base), author).at(-1)?.steps ?? []
}

/** Entries with higher numbers. Searches from the end, since usually the last few are requested. */
function after(entries: readonly TextEntry[], seq: number): readonly TextEntry[] {
  return entries.slice(entries.findLastIndex((entry) => entry.seq <= seq) + 1)
}

/** Removes own steps from the list when their entry is reached, and rebases the others over foreign entries. */
function advance(groups: readonly StepGroup[], entries: readonly TextEntry[], author: string): StepGroup[] {
  let list: StepGroup[] = [...groups]
  for (const entry of entries) {
    list = entry.author === author && list[0]?.seq === entry.seq ? list.slice(1) : rebase(list, entry.steps)
  }
  return list
}

/**
 * Steps that undo the edit `at`, stated right after it, rebased to `base` on top of `under`. Edits that were
 * undone since are mirrored, so that text they deleted and restored is found.
 */
export function rebaseUndoSteps(
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

export interface StepResult {
  readonly doc: Node
  /** The steps that could be applied, as applied. */
  readonly steps: readonly Step[]
  /** Their inverse, in order of application. */
  readonly inverted: readonly Step[]
}

/** Applies the steps that fit. If a rebased step no longer fits, its text is inserted at the nearest line. */
export function applySteps(doc: Node, steps: readonly Step[]): StepResult {
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

/** The document after the step; undefined if the step does not fit or violates schema or limits. */
export function tryStep(doc: Node, step: Step): Node | undefined {
  const after = afterStep(doc, step)
  return after && isLegalText(after) ? after : undefined
}

/** The document after the step without validation; undefined if the step does not fit. */
export function afterStep(doc: Node, step: Step): Node | undefined {
  try {
    return step.apply(doc).doc ?? undefined
  } catch {
    // Positions outside the document throw.
    return undefined
  }
}

/** The document after all steps without validation; undefined if one does not fit. */
export function afterSteps(doc: Node, steps: readonly Step[]): Node | undefined {
  return steps.reduce<Node | undefined>((text, step) => text && afterStep(text, step), doc)
}

function salvage(doc: Node, step: Step): Step | undefined {
  if (!(step instanceof ReplaceStep)) return undefined
  const words: ProseNode[] = []
  step.slice.content.descendants((node) => {
    if (node.isInline) words.push(node)
    return !node.isInline
  })
  if (words.length === 0) return undefined
  const at = findNearestLine(doc, step.from)
  return new ReplaceStep(at, at, new Slice(Fragment.from(words), 0, 0))
}

/** The position inside a paragraph nearest to this one. Every document has a paragraph. */
function findNearestLine(doc: Node, wanted: number): number {
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
