import { layoutText, type RichText, type TextLook, type TextRun } from '@tavla/canvas/svg'
import { createMeasure } from '../measure.ts'

interface Laid {
  readonly text: string
  readonly x: number
  readonly width: number
  readonly runs: readonly (readonly [text: string, x: number, width: number])[]
}

/** Lays texts out as the server does: for tests in a browser, which compare it with what they do themselves. */
export async function layOut(
  cases: readonly { readonly doc: RichText; readonly look: TextLook }[],
): Promise<readonly (readonly Laid[])[]> {
  const measure = await createMeasure()
  return cases.map(({ doc, look }) =>
    layoutText(doc, look, measure).lines.map(({ x, width, runs }) => ({
      text: runs.map((run) => run.text).join('|'),
      x,
      width,
      runs: runs.map((run) => [run.text, run.x, run.width] as const),
    })),
  )
}

export async function widths(runs: readonly TextRun[]): Promise<readonly number[]> {
  const measure = await createMeasure()
  return runs.map(measure)
}
