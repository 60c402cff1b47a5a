import type { Color, Sheet, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const yes: Words = ['Yes', 'Ja', 'Ja']
const no: Words = ['No', 'Nej', 'Nein']

const flowchart: BoardTemplate = {
  id: 'flowchart',
  category: 'diagrams',
  name: ['Flowchart', 'Flödesschema', 'Flussdiagramm'],
  description: [
    'Steps and decisions from start to end.',
    'Steg och beslut från början till slut.',
    'Schritte und Entscheidungen von Anfang bis Ende.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const start = s.box([0, 330, 220, 100], ['Start', 'Start', 'Start'], {
      fill: 'green',
      line: 'green',
      radius: 50,
      bold: true,
    })
    const receive = s.box(
      [320, 320, 260, 120],
      ['Request comes in', 'Förfrågan kommer in', 'Anfrage kommt an'],
      { fill: 'blue', line: 'blue' },
    )
    const complete = s.diamond([680, 280, 280, 200], ['Complete?', 'Komplett?', 'Vollständig?'], {
      fill: 'yellow',
      line: 'yellow',
    })
    const ask = s.box([690, 620, 260, 120], ['Ask back', 'Fråga igen', 'Nachfragen'], {
      fill: 'orange',
      line: 'orange',
    })
    const work = s.box([1060, 320, 240, 120], ['Work on it', 'Handlägg', 'Bearbeiten'], {
      fill: 'blue',
      line: 'blue',
    })
    const good = s.diamond([1040, 580, 280, 200], ['Good?', 'Bra?', 'Gut?'], {
      fill: 'yellow',
      line: 'yellow',
    })
    const end = s.box([1420, 630, 180, 100], ['End', 'Slut', 'Ende'], {
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
  [
    'blue',
    ['Product', 'Produkt', 'Produkt'],
    [
      ['Design', 'Design', 'Gestaltung'],
      ['Development', 'Utveckling', 'Entwicklung'],
    ],
  ],
  [
    'green',
    ['Sales', 'Försäljning', 'Vertrieb'],
    [
      ['Marketing', 'Marknad', 'Marketing'],
      ['Support', 'Support', 'Kundendienst'],
    ],
  ],
  [
    'orange',
    ['Operations', 'Drift', 'Betrieb'],
    [
      ['Finance', 'Ekonomi', 'Finanzen'],
      ['People', 'Personal', 'Personal'],
    ],
  ],
]

function department(s: Sheet, chief: string, index: number): void {
  const [color, name, teams] = rows[index] ?? ['blue', ['', '', ''], []]
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
  name: ['Org chart', 'Organisationsschema', 'Organigramm'],
  description: ['Who reports to whom.', 'Vem som rapporterar till vem.', 'Wer an wen berichtet.'],
  draw(s) {
    s.head(this.name, this.description)
    const chief = s.box([630, 140, 340, 140], ['Management', 'Ledning', 'Leitung'], {
      fill: 'violet',
      line: 'violet',
      bold: true,
      size: 28,
    })
    for (const index of rows.keys()) department(s, chief, index)
  },
}

export const diagrams: readonly BoardTemplate[] = [flowchart, orgChart]
