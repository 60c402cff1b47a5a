import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readFile } from './testing.ts'

/** Files that other programs made; `SOURCES.md` beside them says where they come from. */
it.each([
  ['c4.drawio', { frame: 4, text: 14, rect: 59, figure: 8, connector: 29 }, { otherForm: 6, link: 3 }],
  [
    'data-flow.drawio',
    { frame: 2, rect: 12, ellipse: 12, text: 6, connector: 36 },
    { otherForm: 6, link: 1 },
  ],
  ['mermaid/basic-class-inheritance.mmd', { rect: 4, connector: 3 }, {}],
  ['mermaid/basic-flowchart.mmd', { rect: 5, diamond: 1, connector: 5 }, {}],
  ['mermaid/basic-mindmap.mmd', { rect: 15, connector: 14 }, {}],
  ['mermaid/basic-sequence.mmd', { line: 2, rect: 2, connector: 4 }, {}],
  ['mermaid/basic-state-diagram.mmd', { ellipse: 2, rect: 3, connector: 6 }, {}],
  ['mermaid/choice-and-concurrency.mmd', { rect: 7, diamond: 1, ellipse: 3, connector: 12 }, {}],
  ['mermaid/ci-cd-pipeline-with-subgraphs.mmd', { rect: 10, diamond: 1, connector: 8 }, {}],
  ['mermaid/e-commerce-domain-model.mmd', { rect: 8, connector: 7 }, {}],
  ['mermaid/expanded-node-shapes.mmd', { rect: 3, diamond: 1, figure: 2, connector: 6 }, {}],
  ['mermaid/food-delivery-with-parallel-actions.mmd', { rect: 7, line: 5, connector: 7, text: 1 }, {}],
  ['mermaid/online-checkout-flow.mmd', { figure: 2, rect: 5, diamond: 2, connector: 10 }, {}],
  ['mermaid/online-payment-flow.mmd', { rect: 5, line: 5, connector: 8, text: 1 }, {}],
  ['mermaid/order-lifecycle-with-composite-states.mmd', { rect: 8, ellipse: 4, connector: 11 }, {}],
  ['mermaid/trip-planning-with-shapes-and-icons.mmd', { rect: 17, connector: 16 }, {}],
  ['sample.canvas', { frame: 1, rect: 4, connector: 1 }, { fileOutside: 3 }],
])('%s comes in whole, as records that a board takes', (name, made, notes) => {
  const { report } = readFile(
    name,
    readFileSync(new URL(`../../../../e2e/fixtures/${name}`, import.meta.url)),
  )
  expect(Object.fromEntries(report.made)).toEqual(made)
  expect(Object.fromEntries(report.notes.map((note) => [note.name, note.count]))).toEqual(notes)
})
