import type { Color, Place, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

/** A field of a canvas with its question. */
type Cell = readonly [place: Place, color: Color, name: Words, hint: Words]

const swot: BoardTemplate = {
  id: 'swot',
  category: 'strategy',
  name: ['SWOT analysis', 'SWOT-analys', 'SWOT-Analyse'],
  description: [
    'Strengths and weaknesses inside, opportunities and threats outside.',
    'Styrkor och svagheter inåt, möjligheter och hot utåt.',
    'Stärken und Schwächen innen, Chancen und Risiken außen.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const cells: readonly Cell[] = [
      [
        [0, 130, 790, 425],
        'green',
        ['Strengths', 'Styrkor', 'Stärken'],
        [
          'What do we do better than others?',
          'Vad gör vi bättre än andra?',
          'Was können wir besser als andere?',
        ],
      ],
      [
        [810, 130, 790, 425],
        'orange',
        ['Weaknesses', 'Svagheter', 'Schwächen'],
        ['Where do we lose?', 'Var förlorar vi?', 'Wo verlieren wir?'],
      ],
      [
        [0, 575, 790, 425],
        'blue',
        ['Opportunities', 'Möjligheter', 'Chancen'],
        [
          'What is changing in our favour?',
          'Vad ändras till vår fördel?',
          'Was ändert sich zu unseren Gunsten?',
        ],
      ],
      [
        [810, 575, 790, 425],
        'red',
        ['Threats', 'Hot', 'Risiken'],
        ['What could hurt us?', 'Vad kan skada oss?', 'Was könnte uns schaden?'],
      ],
    ]
    for (const [place, color, name, hint] of cells) {
      s.field(place, color, name, hint)
      for (let n = 0; n < 3; n += 1) s.note(place[0] + 30 + n * 170, place[1] + 110, color, null)
    }
  },
}

function getCanvas(cells: readonly Cell[]): BoardTemplate['draw'] {
  return function (this: BoardTemplate, s) {
    s.head(this.name, this.description)
    for (const [place, color, name, hint] of cells) {
      s.field(place, color, name, hint)
      s.note(place[0] + 30, place[1] + 110, color, null)
    }
  }
}

const businessModel: BoardTemplate = {
  id: 'business-model-canvas',
  category: 'strategy',
  name: ['Business model canvas', 'Affärsmodell', 'Geschäftsmodell-Canvas'],
  description: [
    'How a business works, on one page.',
    'Hur en verksamhet fungerar, på en sida.',
    'Wie ein Geschäft funktioniert, auf einer Seite.',
  ],
  draw: getCanvas([
    [
      [0, 130, 304, 560],
      'blue',
      ['Partners', 'Partner', 'Partner'],
      ['Who helps us?', 'Vem hjälper oss?', 'Wer hilft uns?'],
    ],
    [
      [324, 130, 304, 270],
      'teal',
      ['Activities', 'Aktiviteter', 'Tätigkeiten'],
      ['What do we do?', 'Vad gör vi?', 'Was tun wir?'],
    ],
    [
      [324, 420, 304, 270],
      'teal',
      ['Resources', 'Resurser', 'Ressourcen'],
      ['What do we need?', 'Vad behöver vi?', 'Was brauchen wir?'],
    ],
    [
      [648, 130, 304, 560],
      'yellow',
      ['Value', 'Värde', 'Nutzen'],
      ['Why do people come?', 'Varför kommer folk?', 'Warum kommt man zu uns?'],
    ],
    [
      [972, 130, 304, 270],
      'orange',
      ['Relations', 'Relationer', 'Beziehungen'],
      ['How do we keep in touch?', 'Hur håller vi kontakt?', 'Wie bleiben wir in Kontakt?'],
    ],
    [
      [972, 420, 304, 270],
      'orange',
      ['Channels', 'Kanaler', 'Kanäle'],
      ['How do we reach them?', 'Hur når vi dem?', 'Wie erreichen wir sie?'],
    ],
    [[1296, 130, 304, 560], 'pink', ['Customers', 'Kunder', 'Kunden'], ['For whom?', 'För vem?', 'Für wen?']],
    [
      [0, 710, 790, 290],
      'red',
      ['Costs', 'Kostnader', 'Kosten'],
      ['What costs most?', 'Vad kostar mest?', 'Was kostet am meisten?'],
    ],
    [
      [810, 710, 790, 290],
      'green',
      ['Income', 'Intäkter', 'Einnahmen'],
      ['What do people pay for?', 'Vad betalar man för?', 'Wofür wird bezahlt?'],
    ],
  ]),
}

const leanCanvas: BoardTemplate = {
  id: 'lean-canvas',
  category: 'strategy',
  name: ['Lean canvas', 'Lean canvas', 'Lean Canvas'],
  description: [
    'A new idea as problem, answer and proof.',
    'En ny idé som problem, svar och bevis.',
    'Eine neue Idee als Problem, Antwort und Beweis.',
  ],
  draw: getCanvas([
    [
      [0, 130, 304, 560],
      'red',
      ['Problem', 'Problem', 'Problem'],
      ['Top three', 'De tre största', 'Die größten drei'],
    ],
    [
      [324, 130, 304, 270],
      'green',
      ['Solution', 'Lösning', 'Lösung'],
      ['Smallest useful', 'Minsta användbara', 'Kleinste brauchbare'],
    ],
    [
      [324, 420, 304, 270],
      'violet',
      ['Key figures', 'Nyckeltal', 'Kennzahlen'],
      ['What do we count?', 'Vad räknar vi?', 'Was zählen wir?'],
    ],
    [
      [648, 130, 304, 560],
      'yellow',
      ['Promise', 'Löfte', 'Versprechen'],
      ['In one sentence', 'I en mening', 'In einem Satz'],
    ],
    [
      [972, 130, 304, 270],
      'blue',
      ['Advantage', 'Försprång', 'Vorsprung'],
      ['Hard to copy', 'Svårt att kopiera', 'Schwer zu kopieren'],
    ],
    [
      [972, 420, 304, 270],
      'teal',
      ['Channels', 'Kanaler', 'Kanäle'],
      ['The way to people', 'Vägen till kunden', 'Der Weg zum Kunden'],
    ],
    [
      [1296, 130, 304, 560],
      'pink',
      ['People', 'Målgrupp', 'Zielgruppe'],
      ['Who comes first?', 'Vem kommer först?', 'Wer kommt zuerst?'],
    ],
    [
      [0, 710, 790, 290],
      'grey',
      ['Costs', 'Kostnader', 'Kosten'],
      ['Until the first proof', 'Till första beviset', 'Bis zum ersten Beweis'],
    ],
    [
      [810, 710, 790, 290],
      'orange',
      ['Income', 'Intäkter', 'Einnahmen'],
      ['Who pays, and how?', 'Vem betalar, och hur?', 'Wer zahlt, und wie?'],
    ],
  ]),
}

const journey: BoardTemplate = {
  id: 'customer-journey',
  category: 'strategy',
  name: ['Customer journey', 'Kundresa', 'Customer Journey'],
  description: [
    'Step by step through the eyes of the people you serve.',
    'Steg för steg med kundens ögon.',
    'Schritt für Schritt mit den Augen der Kunden.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const phases: readonly Words[] = [
      ['Notice', 'Upptäcka', 'Entdecken'],
      ['Consider', 'Överväga', 'Abwägen'],
      ['Decide', 'Bestämma', 'Entscheiden'],
      ['Use', 'Använda', 'Nutzen'],
      ['Recommend', 'Rekommendera', 'Empfehlen'],
    ]
    const rows: readonly [Color, Words][] = [
      ['blue', ['Does', 'Gör', 'Tut']],
      ['violet', ['Thinks', 'Tänker', 'Denkt']],
      ['pink', ['Feels', 'Känner', 'Fühlt']],
      ['green', ['Chances', 'Möjligheter', 'Chancen']],
    ]
    for (const [i, phase] of phases.entries())
      s.box([180 + i * 284, 130, 264, 80], phase, {
        fill: 'grey',
        line: 'none',
        bold: true,
        size: 22,
        radius: 40,
      })
    for (const [r, [color, name]] of rows.entries()) {
      const y = 230 + r * 195
      s.box([0, y, 1600, 175], null, { fill: color, line: 'none', radius: 16 })
      s.text([20, y + 70, 140, 40], name, { bold: true, size: 22, color })
      if (r === 2) continue
      for (const i of phases.keys()) if ((i + r) % 2 === 0) s.note(242 + i * 284, y + 18, color, null)
    }
    /** How high each step stands. */
    const moods = [690, 725, 745, 665, 650]
    let before: string | null = null
    for (const [i, y] of moods.entries()) {
      const dot = s.oval([297 + i * 284, y, 30, 30], ['', '', ''], {
        fill: 'pink',
        solid: true,
        line: 'none',
      })
      if (before !== null) s.join(before, dot, { routing: 'curved', head: 'none', color: 'pink' })
      before = dot
    }
  },
}

export const strategy: readonly BoardTemplate[] = [swot, businessModel, leanCanvas, journey]
