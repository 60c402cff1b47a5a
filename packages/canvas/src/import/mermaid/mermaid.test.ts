import { describe, expect, it } from 'vitest'
import { isImportFailure } from '../import-failure.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { getEdges, getTexts, openFile, readFile } from '../testing.ts'

const read = (text: string): ImportedDrawing => readFile('plan.mmd', text)
const getMade = ({ report }: ImportedDrawing) => Object.fromEntries(report.made)

/** Pairs of boxes of the top level that overlap. */
function getOverlaps({ records }: ImportedDrawing): string[] {
  const boxes = records.filter(
    ({ id, kind }) =>
      kind !== 'connector' && kind !== 'binding' && kind !== 'line' && !String(id).startsWith('b'),
  )
  const get = (record: (typeof boxes)[number], field: string) => Number(record[field])
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b) => {
      const isApart = (at: string, size: string) =>
        get(a, at) + get(a, size) <= get(b, at) || get(b, at) + get(b, size) <= get(a, at)
      return isApart('x', 'w') || isApart('y', 'h') ? [] : [`${a.id} ${b.id}`]
    }),
  )
}

describe('a flowchart', () => {
  it('keeps shapes, texts, directions, arrowheads and lines', () => {
    const drawing = read(`---
title: x
---
flowchart TD
  %% a comment
  A[Start] --> B{Is it <br/> paid?}
  B -->|Yes| C[(Orders)]
  B -- No --> D([Ask again]); D -.-> A
  C ==> E(("Done #quot;now#quot;")) & F[[Sub]]
  E --- G{{Hex}}
  my-node --x F
  style A fill:#f9f,stroke:#333
`)
    expect(drawing.report.notes).toEqual([])
    expect(getMade(drawing)).toEqual({ rect: 2, diamond: 1, figure: 4, ellipse: 1, connector: 8 })
    expect(getTexts(drawing)).toEqual(
      expect.arrayContaining([
        'Start',
        'Is it \n paid?',
        'Orders',
        'Yes',
        'No',
        'Ask again',
        'Done "now"',
        'my-node',
      ]),
    )
    expect(getEdges(drawing)).toEqual([
      'Ask again>Start', 'Done "now">Hex', 'Is it \n paid?>Ask again', 'Is it \n paid?>Orders',
      'Orders>Done "now"', 'Orders>Sub', 'Start>Is it \n paid?', 'my-node>Sub',
    ]) // prettier-ignore
    const connectors = drawing.records.filter(({ kind }) => kind === 'connector')
    expect(connectors.map(({ endHead }) => endHead).sort()).toEqual(['arrow', 'arrow', 'arrow', 'arrow', 'arrow', 'arrow', 'bar', 'none']) // prettier-ignore
    expect(connectors.filter(({ dash }) => dash === 'dotted')).toHaveLength(1)
    expect(drawing.records.find(({ kind, fill }) => kind === 'rect' && fill === '#ff99ff')).toBeDefined()
    expect(getOverlaps(drawing)).toEqual([])
  })

  it('goes where its direction says', () => {
    const getAt = (direction: string, field: 'x' | 'y') => {
      const { records } = read(`graph ${direction}\nA-->B-->C\nA-->C`)
      return records.filter(({ kind }) => kind === 'rect').map((record) => Number(record[field]))
    }
    expect(getAt('LR', 'x')).toEqual(getAt('LR', 'x').toSorted((a, b) => a - b))
    expect(getAt('BT', 'y')).toEqual(getAt('BT', 'y').toSorted((a, b) => b - a))
    expect(new Set(getAt('LR', 'x')).size).toBe(3)
  })

  it('keeps subgraphs around their nodes, and reads the newer shapes', () => {
    const drawing = read(`flowchart LR
  subgraph one [Team A]
    direction TB
    a1 --> a2
    subgraph inner
      i1 --> i2
    end
  end
  a2 --> c@{ shape: cyl, label: "Store" }
  one --> two
  subgraph two
    b1
  end`)
    const find = (text: string) =>
      drawing.records.find((each) => JSON.stringify(each['text'] ?? '').includes(`"${text}"`))!
    const contains = (outer: string, inner: string) => {
      const [a, b] = [find(outer), find(inner)]
      return (
        Number(a['x']) < Number(b['x']) && Number(a['x']) + Number(a['w']) > Number(b['x']) + Number(b['w'])
      )
    }
    expect(contains('Team A', 'a1') && contains('Team A', 'inner') && contains('inner', 'i2')).toBe(true)
    expect(contains('Team A', 'Store')).toBe(false)
    expect(getEdges(drawing)).toEqual(['Team A>two', 'a1>a2', 'a2>Store', 'i1>i2'])
  })

  it('with cycles, edges to itself and statements that cannot be read comes in without those', () => {
    const drawing = read('graph TD\nA --> A\nA --> B --> C --> A\n??? !!!\nclick A "https://x.org"')
    expect(getMade(drawing)).toEqual({ rect: 3, connector: 4 })
    expect(drawing.report.notes.map(({ name }) => name)).toEqual(['link', 'damaged'])
  })
})

describe('a sequence diagram', () => {
  it('has participants, lifelines, messages in order, notes and blocks', () => {
    const drawing = read(`sequenceDiagram
  autonumber
  actor A as Ada
  participant B
  A->>+B: Hello B, how are you?
  loop Every minute
    B-->>-A: Great!
  end
  Note over A,B: A typical interaction
  alt is well
    A-xB: Bye
  else is ill
    B-)B: Rest
  end`)
    expect(drawing.report.notes).toEqual([])
    expect(getMade(drawing)).toEqual({ rect: 5, line: 3, connector: 4, text: 1 })
    const note = drawing.records.findIndex(({ fill }) => fill === '#fff3bf')
    const lifeline = drawing.records.findIndex(({ kind }) => kind === 'line')
    expect(note).toBeGreaterThan(lifeline)
    const messages = drawing.records.filter(({ kind }) => kind === 'connector')
    expect(messages.map(({ y }) => Number(y))).toEqual(
      messages.map(({ y }) => Number(y)).toSorted((a, b) => a - b),
    )
    expect(messages.map(({ endHead, dash }) => [endHead, dash])).toEqual([['triangle', 'solid'], ['triangle', 'dashed'], ['bar', 'solid'], ['arrow', 'solid']]) // prettier-ignore
    expect(getTexts(drawing)).toEqual(expect.arrayContaining(['Ada', 'B', 'loop Every minute', 'else is ill', 'A typical interaction'])) // prettier-ignore
  })
})

describe('a class diagram', () => {
  it('has boxes with members, and relations with their heads and counts', () => {
    const drawing = read(`classDiagram
  class Animal {
    <<interface>>
    +int age
    +isMammal() bool
  }
  Animal <|-- Duck
  Duck : +List~Egg~ eggs
  Car "1" *-- "many" Wheel : has
  Car ..> Road`)
    expect(drawing.report.notes.map(({ name }) => name)).toEqual([])
    expect(getMade(drawing)).toEqual({ rect: 5, connector: 3 })
    expect(getTexts(drawing)).toEqual(
      expect.arrayContaining([
        '«interface»\nAnimal\n———\n+int age\n+isMammal() bool',
        'Duck\n———\n+List<Egg> eggs',
        'has\n1 – many',
      ]),
    )
  })

  it('has notes, also of several lines, beside their class or alone', () => {
    const drawing = read(`classDiagram
  class Duck
  note for Duck "can fly
can swim"
  note "of all\\nanimals"`)
    expect(drawing.report.notes).toEqual([])
    expect(getMade(drawing)).toEqual({ rect: 3, connector: 1 })
    expect(getTexts(drawing)).toEqual(expect.arrayContaining(['can fly\ncan swim', 'of all\nanimals']))
  })

  it('keeps a note that has no end', () => {
    const drawing = read('classDiagram\n  class Duck\n  note for Duck "can fly')
    expect(getTexts(drawing)).toContain('can fly')
  })
})

describe('a state diagram', () => {
  it('has starts, ends, descriptions, choices, notes and composite states', () => {
    const drawing = read(`stateDiagram-v2
  [*] --> Still
  Still : Not moving
  Still --> Moving : go
  state Moving {
    [*] --> Slow
    Slow --> Fast
  }
  state if_state <<choice>>
  Moving --> if_state
  if_state --> [*]
  note right of Still : It waits`)
    expect(drawing.report.notes).toEqual([])
    expect(getEdges(drawing)).toEqual(['>', '>Not moving', '>Slow', 'Moving>', 'Not moving>It waits', 'Not moving>Moving', 'Slow>Fast']) // prettier-ignore
    expect(getMade(drawing)).toEqual({ rect: 5, ellipse: 3, diamond: 1, connector: 7 })
  })
})

describe('a mind map', () => {
  it('is a tree', () => {
    const drawing = read('mindmap\n  root((Trip))\n    Pack\n      ::icon(fa fa-book)\n      [Tent]\n    Go')
    expect(getEdges(drawing)).toEqual(['Pack>Tent', 'Trip>Go', 'Trip>Pack'])
  })
})

describe('any other text', () => {
  it.each([
    ['', 'empty'],
    ['%% only a comment', 'empty'],
    ['flowchart TD', 'empty'],
    ['pie title Pets\n"Dogs" : 3', 'diagram_kind'],
    [`graph TD\n${Array.from({ length: 2_100 }, (_, i) => `n${i}`).join('\n')}`, 'too_large'],
    [`graph TD\n${'A-->B\n'.repeat(4_100)}`, 'too_large'],
    [`graph TD\n${'x'.repeat(1_100_000)}`, 'too_large'],
  ])('is a failure: %#', (text, reason) => {
    expect(openFile('a.mmd', text)).toMatchObject({ reason })
  })

  it('is read in a fence, behind front matter and directives that span lines', () => {
    const text =
      '\n``` mermaid\n---\ntitle: x\n---\n%%{init:\n{"theme":"dark"}}%%\ngraph TD\nA-->B\n  ```\nC-->D'
    expect(getTexts(read(text))).toEqual(['A', 'B'])
  })

  it('with blank lines in a fence that does not end is a failure in time proportional to its length', () => {
    expect(isImportFailure(openFile('a.mmd', `\`\`\`mermaid\n${'\n '.repeat(500_000)}`))).toBe(true)
  })

  it('truncated anywhere, or nested deeply, is read or a failure and never an error', () => {
    const text =
      'flowchart LR\nsubgraph s [S]\nA[a "q"] -- yes --> B((b)) & C{c}\nend\nB ==> D@{ shape: doc, label: "d" }'
    for (let length = 0; length <= text.length; length += 1) openFile('a.mmd', text.slice(0, length))
    const deep = `graph TD\n${Array.from({ length: 100 }, (_, i) => `subgraph s${i}`).join('\n')}\nA`
    expect(isImportFailure(openFile('a.mmd', deep))).toBe(false)
    openFile('a.mmd', `graph TD\n${'A' + '-'.repeat(4_900)}\n`.repeat(20))
  })
})
