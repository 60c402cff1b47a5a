import type { Color, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const week: BoardTemplate = {
  id: 'weekly-planner',
  category: 'planning',
  name: ['Weekly planner', 'Veckoplanering', 'Wochenplaner'],
  description: [
    'What matters this week, day by day.',
    'Veckans viktigaste, dag för dag.',
    'Was diese Woche zählt, Tag für Tag.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const days: readonly Words[] = [
      ['Monday', 'Måndag', 'Montag'],
      ['Tuesday', 'Tisdag', 'Dienstag'],
      ['Wednesday', 'Onsdag', 'Mittwoch'],
      ['Thursday', 'Torsdag', 'Donnerstag'],
      ['Friday', 'Fredag', 'Freitag'],
    ]
    const colors: readonly Color[] = ['blue', 'teal', 'green', 'orange', 'pink']
    for (const [i, day] of days.entries()) {
      s.field([i * 324, 130, 304, 560], colors[i] ?? 'blue', day)
      for (let n = 0; n < 3; n += 1) s.box([i * 324 + 20, 200 + n * 90, 264, 70], null, { line: 'none' })
    }
    s.field(
      [0, 710, 628, 290],
      'yellow',
      ['Goals of the week', 'Veckans mål', 'Ziele der Woche'],
      ['Three are enough', 'Tre räcker', 'Drei genügen'],
    )
    for (let n = 0; n < 3; n += 1) s.note(30 + n * 170, 820, 'yellow', null)
    s.field([648, 710, 304, 290], 'grey', ['Weekend', 'Helgen', 'Wochenende'])
    s.field(
      [972, 710, 628, 290],
      'violet',
      ['Waiting for', 'Väntar på', 'Warten auf'],
      ['Who, and since when', 'Vem, och sedan när', 'Wer, und seit wann'],
    )
    s.note(1002, 820, 'violet', null)
  },
}

const roadmap: BoardTemplate = {
  id: 'roadmap',
  category: 'planning',
  name: ['Roadmap', 'Färdplan', 'Roadmap'],
  description: [
    'Who works on what over the year.',
    'Vem arbetar med vad under året.',
    'Wer im Lauf des Jahres woran arbeitet.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    for (let q = 0; q < 4; q += 1) {
      const x = 200 + q * 350
      const name = `Q${q + 1}`
      s.box([x, 130, 330, 70], [name, name, name], {
        fill: 'grey',
        line: 'none',
        bold: true,
        size: 24,
        radius: 35,
      })
      if (q > 0) s.line(x - 10, 130, x - 10, 1000)
    }
    const lanes: readonly [Color, Words, readonly (readonly [number, number, Words])[]][] = [
      [
        'blue',
        ['Product', 'Produkt', 'Produkt'],
        [
          [210, 480, ['First version', 'Första versionen', 'Erste Version']],
          [720, 520, ['What users ask for', 'Det användarna ber om', 'Was Nutzer wünschen']],
        ],
      ],
      [
        'green',
        ['Customers', 'Kunder', 'Kunden'],
        [
          [380, 300, ['Pilot', 'Pilot', 'Pilotphase']],
          [900, 640, ['Launch', 'Lansering', 'Markteinführung']],
        ],
      ],
      [
        'orange',
        ['Team', 'Team', 'Team'],
        [
          [210, 320, ['Hire', 'Anställa', 'Einstellen']],
          [720, 330, ['Train', 'Utbilda', 'Schulen']],
        ],
      ],
      [
        'violet',
        ['Operations', 'Drift', 'Betrieb'],
        [
          [560, 420, ['Move to new servers', 'Byta servrar', 'Serverumzug']],
          [1250, 300, ['Review', 'Utvärdera', 'Rückblick']],
        ],
      ],
    ]
    for (const [i, [color, name, bars]] of lanes.entries()) {
      const y = 220 + i * 198
      s.box([0, y, 180, 178], name, { fill: color, line: 'none', bold: true, size: 24, radius: 16 })
      for (const [n, [x, w, words]] of bars.entries())
        s.box([x, y + 20 + n * 72, w, 62], words, { fill: color, line: color, radius: 31 })
    }
  },
}

const agenda: BoardTemplate = {
  id: 'meeting-agenda',
  category: 'meetings',
  name: ['Meeting', 'Möte', 'Besprechung'],
  description: [
    'Agenda, notes, decisions and who does what.',
    'Dagordning, anteckningar, beslut och vem som gör vad.',
    'Tagesordnung, Notizen, Beschlüsse und wer was tut.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    s.field(
      [0, 130, 500, 870],
      'blue',
      ['Agenda', 'Dagordning', 'Tagesordnung'],
      ['60 minutes', '60 minuter', '60 Minuten'],
    )
    const points: readonly [string, Words][] = [
      ['5', ['Welcome', 'Välkomna', 'Begrüßung']],
      ['15', ['Where we stand', 'Läget', 'Stand der Dinge']],
      ['25', ['To be decided', 'Att besluta', 'Zu entscheiden']],
      ['10', ['Next steps', 'Nästa steg', 'Nächste Schritte']],
      ['5', ['Round', 'Runda', 'Runde']],
    ]
    for (const [n, [minutes, words]] of points.entries()) {
      s.oval([20, 230 + n * 120, 90, 90], [minutes, minutes, minutes], { line: 'none', bold: true, size: 24 })
      s.box([130, 230 + n * 120, 350, 90], words, { line: 'none', align: 'start' })
    }
    s.field([520, 130, 530, 870], 'grey', ['Notes', 'Anteckningar', 'Notizen'])
    for (let n = 0; n < 6; n += 1) s.note(550 + (n % 3) * 160, 220 + Math.floor(n / 3) * 160, 'grey', null)
    s.field([1070, 130, 530, 425], 'green', ['Decisions', 'Beslut', 'Beschlüsse'])
    s.box([1090, 210, 490, 80], null, { line: 'none' })
    s.box([1090, 310, 490, 80], null, { line: 'none' })
    s.field([1070, 575, 530, 425], 'orange', [
      'Who does what by when',
      'Vem gör vad till när',
      'Wer macht was bis wann',
    ])
    for (let n = 0; n < 3; n += 1) {
      s.box([1090, 655 + n * 100, 310, 80], null, { line: 'none' })
      s.box([1420, 655 + n * 100, 160, 80], null, { line: 'none' })
    }
  },
}

export const planning: readonly BoardTemplate[] = [week, roadmap, agenda]
