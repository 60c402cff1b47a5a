import type { Node } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform'
import { afterStep, mapStep, tryStep } from '../document/text/text-steps.ts'

/** Steps that convert one text to another by replacing the smallest differing range. */
export function getStepsBetween(from: Node, to: Node): readonly Step[] {
  const start = from.content.findDiffStart(to.content)
  const end = from.content.findDiffEnd(to.content)
  if (start === null || !end) return []
  // If a repeated character matches from both ends, the overlap is counted once.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const step = new ReplaceStep(start, end.a + overlap, to.slice(start, end.b + overlap))
  const isExact = afterStep(from, step)?.eq(to) === true
  return [isExact ? step : new ReplaceStep(0, from.content.size, to.slice(0, to.content.size))]
}

/** An applied text edit. */
export interface TextEdit {
  readonly isTheirs: boolean
  readonly steps: readonly Step[]
  /** Inverse of the steps, in order of application. */
  readonly inverted: readonly Step[]
}

/**
 * The text without one user's edits: all edits are undone, and those of other users are rebased and reapplied.
 * Undefined if the result is not a valid text.
 */
export function removeText(doc: Node, edits: readonly TextEdit[]): Node | undefined {
  const all = edits.flatMap(({ isTheirs, steps, inverted }) =>
    steps.map((step, i) => ({ step, isTheirs, inverse: inverted[steps.length - 1 - i] })),
  )
  let text: Node | undefined = doc
  const mapping = new Mapping()
  for (const { inverse } of all.toReversed()) {
    text = inverse && tryStep(text, inverse)
    if (!text || !inverse) return undefined
    mapping.appendMap(inverse.getMap())
  }
  let undone = all.length
  for (const { step, isTheirs } of all) {
    const again = isTheirs ? [] : mapStep(step, mapping.slice(undone))
    undone -= 1
    for (const [i, part] of again.entries()) {
      const typed: Node | undefined = tryStep(text, part)
      if (!typed) continue
      text = typed
      // Mirrored, so that restored content is mapped to what the undo removed.
      mapping.appendMap(part.getMap(), i === again.length - 1 ? undone : undefined)
    }
  }
  return text
}
