import type { Color, Sheet, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const yes: Words = 'shared.yes'
const no: Words = 'shared.no'

const flowchart: BoardTemplate = {
  id: 'flowchart',
  category: 'diagrams',
  name: 'flowchart.name',
  description: 'flowchart.description',
  draw(s) {
    s.head(this.name, this.description)
    const start = s.box([0, 330, 220, 100], 'flowchart.start', {
      fill: 'green',
      line: 'green',
      radius: 50,
      bold: true,
    })
    const receive = s.box([320, 320, 260, 120], 'flowchart.requestComesIn', { fill: 'blue', line: 'blue' })
    const complete = s.diamond([680, 280, 280, 200], 'flowchart.complete', {
      fill: 'yellow',
      line: 'yellow',
    })
    const ask = s.box([690, 620, 260, 120], 'flowchart.askBack', {
      fill: 'orange',
      line: 'orange',
    })
    const work = s.box([1060, 320, 240, 120], 'flowchart.workOnIt', {
      fill: 'blue',
      line: 'blue',
    })
    const good = s.diamond([1040, 580, 280, 200], 'flowchart.good', {
      fill: 'yellow',
      line: 'yellow',
    })
    const end = s.box([1420, 630, 180, 100], 'flowchart.end', {
      fill: 'red',
      line: 'red',
      radius: 50,
      bold: true,
    })
    const straight = { routing: 'straight' } as const
    s.join(start, receive, straight)
    s.join(receive, complete, straight)
    s.join(complete, work, { ...straight, label: yes })
    s.join(complete, ask, { ...straight, label: no, from: [0.5, 1], to: [0.5, 0] })
    s.join(ask, receive, { from: [0, 0.5], to: [0.5, 1] })
    s.join(work, good, { ...straight, from: [0.5, 1], to: [0.5, 0] })
    s.join(good, end, { ...straight, label: yes })
    s.join(good, ask, { ...straight, label: no, from: [0, 0.5], to: [1, 0.5] })
  },
}

const rows: readonly [Color, Words, readonly Words[]][] = [
  ['blue', 'flowchart.product', ['flowchart.design', 'flowchart.development']],
  ['green', 'flowchart.sales', ['flowchart.marketing', 'flowchart.support']],
  ['orange', 'flowchart.operations', ['flowchart.finance', 'flowchart.people']],
]

function department(s: Sheet, chief: string, index: number): void {
  const [color, name, teams] = rows[index] ?? ['blue', { literal: '' }, []]
  const x = index * 550
  const head = s.box([x + 100, 430, 300, 130], name, { fill: color, line: color, bold: true, size: 24 })
  s.join(chief, head, { head: 'none', from: [0.5, 1], to: [0.5, 0] })
  for (const [i, team] of teams.entries()) {
    const box = s.box([x + i * 260, 730, 240, 110], team, { line: color, size: 22 })
    s.join(head, box, { head: 'none', from: [0.5, 1], to: [0.5, 0] })
  }
}

const orgChart: BoardTemplate = {
  id: 'org-chart',
  category: 'diagrams',
  name: 'org-chart.name',
  description: 'org-chart.description',
  draw(s) {
    s.head(this.name, this.description)
    const chief = s.box([630, 140, 340, 140], 'org-chart.management', {
      fill: 'violet',
      line: 'violet',
      bold: true,
      size: 28,
    })
    for (const index of rows.keys()) department(s, chief, index)
  },
}

export const diagrams: readonly BoardTemplate[] = [flowchart, orgChart]
