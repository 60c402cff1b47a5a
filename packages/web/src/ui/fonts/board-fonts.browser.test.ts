import { createMeasure } from '@tavla/canvas'
import { layoutText, type TextRun } from '@tavla/canvas/svg'
import { describe, expect, it } from 'vitest'
import './board-fonts.ts'
import './fonts.ts'
import { layOutOnServer, measureOnServer, type LayoutLine } from '../testing/ask-server.ts'
import { scripts, textCorpus, type TextCase } from '../testing/text-corpus.ts'

const browser = createMeasure()
const corpus = textCorpus(20_261_121)

function layOut({ doc, style }: TextCase): LayoutLine[] {
  return layoutText(doc, style, browser.measure).lines.map(({ x, width, runs }) => ({
    text: runs.map((run) => run.text).join('|'),
    x,
    width,
    runs: runs.map((run) => [run.text, run.x, run.width] as const),
  }))
}

/** As on a board: measuring makes the browser load missing font files, then everything is measured again. */
async function withFonts(measureAll: () => void): Promise<void> {
  measureAll()
  while ([...document.fonts].some(({ status }) => status === 'loading')) {
    await new Promise((resolve) => document.fonts.addEventListener('loadingdone', resolve, { once: true }))
    browser.forget()
    measureAll()
  }
}

describe('text in the browser and on the server', () => {
  it('breaks into the same lines, at exactly the same positions', async () => {
    await withFonts(() => corpus.forEach(layOut))
    const server = await layOutOnServer(corpus)
    const getLines = (lines: readonly LayoutLine[]) => lines.map((line) => line.text)
    const layouts = corpus.map((one, i) => ({ name: one.name, here: layOut(one), there: server[i]! }))
    const broken = layouts.map(({ name, here, there }) => ({
      name,
      here: getLines(here),
      there: getLines(there),
    }))
    const differs = ({ here, there }: { here: unknown; there: unknown }): boolean =>
      JSON.stringify(here) !== JSON.stringify(there)
    expect(broken.filter(differs)).toEqual([])
    expect(layouts.filter(differs)).toEqual([])
  })

  it('has the same width before rounding, to 1/20,000 of the font size', async () => {
    const words = Object.entries(scripts)
      .filter(([name]) => !/mixed|chinese|japanese|korean|thai|hindi|emoji|spaces/.test(name))
      .flatMap(([, text]) => text.split(/\s+/))
    const runs: TextRun[] = words.flatMap((text) =>
      (['sans', 'serif', 'mono', 'hand'] as const).flatMap((font) =>
        [false, true].flatMap((bold) =>
          [false, true].map((italic) => ({ text, font, size: 1, bold, italic })),
        ),
      ),
    )
    await withFonts(() => runs.forEach(browser.measure))
    const server = await measureOnServer(runs)
    const off = runs.flatMap((run, i) => {
      const difference = Math.abs(browser.measure(run) - server[i]!)
      return difference > 1 / 20_000 ? [{ run, difference }] : []
    })
    expect(off).toEqual([])
  })
})
