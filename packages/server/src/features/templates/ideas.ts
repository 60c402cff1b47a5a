import type { Color, Sheet, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const brainstorm: BoardTemplate = {
  id: 'brainstorm',
  category: 'ideas',
  name: ['Brainstorm', 'Brainstorming', 'Brainstorming'],
  description: [
    'Collect ideas on one question, then sort and choose.',
    'Samla idéer kring en fråga, sortera och välj.',
    'Ideen zu einer Frage sammeln, ordnen und auswählen.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    s.box([0, 120, 1600, 100], ['How might we …?', 'Hur skulle vi kunna …?', 'Wie könnten wir …?'], {
      fill: 'yellow',
      line: 'none',
      size: 32,
      bold: true,
    })
    const columns: readonly [Color, Words, Words][] = [
      [
        'blue',
        ['Ideas', 'Idéer', 'Ideen'],
        ['One thought a note', 'En tanke per lapp', 'Ein Gedanke pro Zettel'],
      ],
      [
        'violet',
        ['Build on it', 'Bygg vidare', 'Weiterdenken'],
        ['What if we also …?', 'Tänk om vi också …?', 'Und wenn wir auch …?'],
      ],
      [
        'green',
        ['Favourites', 'Favoriter', 'Favoriten'],
        ['Three votes each', 'Tre röster var', 'Je drei Stimmen'],
      ],
      ['grey', ['Parking', 'Parkering', 'Parkplatz'], ['For another day', 'Till en annan dag', 'Für später']],
    ]
    for (const [i, [color, name, hint]] of columns.entries()) {
      const x = i * 410
      s.field([x, 250, 370, 750], color, name, hint)
      const notes = [4, 3, 2, 1][i] ?? 1
      for (let n = 0; n < notes; n += 1)
        s.note(x + 30 + (n % 2) * 170, 350 + Math.floor(n / 2) * 170, color, null)
    }
  },
}

const branches: readonly [Color, Words, readonly Words[]][] = [
  [
    'blue',
    ['Who', 'Vem', 'Wer'],
    [
      ['Users', 'Användare', 'Nutzer'],
      ['Team', 'Team', 'Team'],
    ],
  ],
  [
    'teal',
    ['What', 'Vad', 'Was'],
    [
      ['Must have', 'Måste finnas', 'Muss sein'],
      ['Nice to have', 'Bra att ha', 'Wäre schön'],
    ],
  ],
  [
    'green',
    ['Why', 'Varför', 'Warum'],
    [
      ['Goal', 'Mål', 'Ziel'],
      ['Value', 'Värde', 'Nutzen'],
    ],
  ],
  [
    'orange',
    ['When', 'När', 'Wann'],
    [
      ['Start', 'Start', 'Beginn'],
      ['Milestones', 'Milstolpar', 'Meilensteine'],
    ],
  ],
  [
    'pink',
    ['Where', 'Var', 'Wo'],
    [
      ['Office', 'Kontoret', 'Büro'],
      ['Remote', 'På distans', 'Unterwegs'],
    ],
  ],
  [
    'violet',
    ['How', 'Hur', 'Wie'],
    [
      ['Steps', 'Steg', 'Schritte'],
      ['Tools', 'Verktyg', 'Werkzeuge'],
    ],
  ],
]

function branch(s: Sheet, root: string, index: number): void {
  const [color, name, leaves] = branches[index] ?? ['blue', ['', '', ''], []]
  const right = index < 3
  const y = 170 + (index % 3) * 330
  const limb = s.box([right ? 1050 : 370, y, 180, 80], name, {
    fill: color,
    line: 'none',
    bold: true,
    radius: 40,
    size: 24,
  })
  const [near, far] = right ? ([1, 0] as const) : ([0, 1] as const)
  s.join(root, limb, { routing: 'curved', head: 'none', color, from: [near, 0.5], to: [far, 0.5] })
  for (const [i, leaf] of leaves.entries()) {
    const box = s.box([right ? 1380 : 0, y - 50 + i * 110, 220, 70], leaf, {
      fill: 'paper',
      line: color,
      radius: 35,
    })
    s.join(limb, box, { routing: 'curved', head: 'none', color, from: [near, 0.5], to: [far, 0.5] })
  }
}

const mindMap: BoardTemplate = {
  id: 'mind-map',
  category: 'ideas',
  name: ['Mind map', 'Tankekarta', 'Mindmap'],
  description: [
    'Branch out from one topic to everything around it.',
    'Grena ut från ett ämne till allt runt omkring.',
    'Von einem Thema zu allem verzweigen, was dazugehört.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const root = s.oval([660, 450, 280, 180], ['Topic', 'Ämne', 'Thema'], {
      fill: 'yellow',
      line: 'none',
      size: 36,
      bold: true,
    })
    for (const index of branches.keys()) branch(s, root, index)
  },
}

export const ideas: readonly BoardTemplate[] = [brainstorm, mindMap]
