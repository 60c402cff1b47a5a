import type { Node } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step, Transform } from 'prosemirror-transform'
import { mapStep, tryStep } from '../document/text/text-steps.ts'

/** Steps that make one text of another: the smallest passage that differs is replaced. */
export function getStepsBetween(from: Node, to: Node): readonly Step[] {
  const start = from.content.findDiffStart(to.content)
  const end = from.content.findDiffEnd(to.content)
  if (start === null || !end) return []
  // Where a repeated character counts for the beginning and for the end, the passage begins after the former.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const { steps, doc } = new Transform(from).replace(start, end.a + overlap, to.slice(start, end.b + overlap))
  return doc.eq(to) ? steps : [new ReplaceStep(0, from.content.size, to.slice(0, to.content.size))]
}

/** One text edit of the past, as it was applied. */
export interface TextEdit {
  readonly isTheirs: boolean
  readonly steps: readonly Step[]
  /** Undo the steps, in order of application. */
  readonly inverted: readonly Step[]
}

/**
 * The text as it would be had one person not typed in it: everything is taken back, and what the others typed is typed
 * again. Undefined when that leaves no text that may be stored.
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
      // What its last part brings back is what its undoing took away.
      mapping.appendMap(part.getMap(), i === again.length - 1 ? undone : undefined)
    }
  }
  return text
}
