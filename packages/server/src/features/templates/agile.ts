import type { Color, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const retrospective: BoardTemplate = {
  id: 'retrospective',
  category: 'agile',
  name: ['Retrospective', 'Återblick', 'Retrospektive'],
  description: [
    'Look back together and agree what to change.',
    'Se tillbaka tillsammans och kom överens om vad ni ändrar.',
    'Gemeinsam zurückschauen und Änderungen vereinbaren.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const columns: readonly [Color, Words, Words][] = [
      ['green', ['Went well', 'Gick bra', 'Lief gut'], ['Keep doing this', 'Fortsätt så', 'So weitermachen']],
      [
        'red',
        ['Went less well', 'Gick mindre bra', 'Lief weniger gut'],
        ['What held us back?', 'Vad höll oss tillbaka?', 'Was hat uns gebremst?'],
      ],
      [
        'blue',
        ['Try next', 'Prova härnäst', 'Als Nächstes ausprobieren'],
        ['Small steps', 'Små steg', 'Kleine Schritte'],
      ],
    ]
    for (const [i, [color, name, hint]] of columns.entries()) {
      const x = i * 410
      s.field([x, 130, 380, 870], color, name, hint)
      for (let n = 0; n < 4; n += 1)
        s.note(x + 40 + (n % 2) * 160, 230 + Math.floor(n / 2) * 160, color, null)
    }
    s.field(
      [1230, 130, 370, 870],
      'violet',
      ['Agreed', 'Överenskommet', 'Vereinbart'],
      ['Who does what by when', 'Vem gör vad till när', 'Wer macht was bis wann'],
    )
    for (let n = 0; n < 4; n += 1)
      s.box([1260, 230 + n * 100, 310, 80], [`${n + 1}.`, `${n + 1}.`, `${n + 1}.`], {
        line: 'none',
        align: 'start',
      })
  },
}

const kanban: BoardTemplate = {
  id: 'kanban',
  category: 'agile',
  name: ['Kanban board', 'Kanbantavla', 'Kanban-Tafel'],
  description: [
    'Track what’s to do, in progress and done.',
    'Se vad som ska göras, pågår och är klart.',
    'Sehen, was ansteht, läuft und fertig ist.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const columns: readonly [Color, Words, readonly Words[]][] = [
      [
        'grey',
        ['To do', 'Att göra', 'Zu tun'],
        [
          ['Write the brief', 'Skriv underlaget', 'Briefing schreiben'],
          ['Ask three users', 'Fråga tre användare', 'Drei Nutzer fragen'],
          ['Collect figures', 'Samla siffror', 'Zahlen sammeln'],
        ],
      ],
      [
        'blue',
        ['Doing', 'Pågår', 'In Arbeit'],
        [
          ['First sketch', 'Första skissen', 'Erste Skizze'],
          ['Set up the room', 'Förbered rummet', 'Raum vorbereiten'],
        ],
      ],
      ['orange', ['Review', 'Granskas', 'In Prüfung'], [['Price list', 'Prislista', 'Preisliste']]],
      [
        'green',
        ['Done', 'Klart', 'Fertig'],
        [
          ['Kick-off', 'Uppstart', 'Auftakt'],
          ['Team named', 'Teamet utsett', 'Team benannt'],
        ],
      ],
    ]
    for (const [i, [color, name, cards]] of columns.entries()) {
      const x = i * 410
      s.field([x, 130, 370, 870], color, name)
      for (const [n, card] of cards.entries())
        s.box([x + 20, 200 + n * 130, 330, 110], card, { line: color, align: 'start' })
    }
  },
}

const sprintPlanning: BoardTemplate = {
  id: 'sprint-planning',
  category: 'agile',
  name: ['Sprint planning', 'Sprintplanering', 'Sprint-Planung'],
  description: [
    'One goal, what fits into it, and what could stop you.',
    'Ett mål, vad som ryms och vad som kan stoppa er.',
    'Ein Ziel, was hineinpasst und was dazwischenkommen kann.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    s.box([0, 130, 1190, 110], ['Goal of this sprint', 'Målet med sprinten', 'Ziel dieses Sprints'], {
      fill: 'yellow',
      line: 'none',
      size: 28,
      bold: true,
    })
    s.box(
      [1210, 130, 390, 110],
      ['Days: 10 · People: 5', 'Dagar: 10 · Personer: 5', 'Tage: 10 · Personen: 5'],
      { fill: 'grey', line: 'none', size: 22 },
    )
    s.field(
      [0, 260, 390, 740],
      'blue',
      ['Backlog', 'Backlogg', 'Backlog'],
      ['Most important on top', 'Viktigast överst', 'Wichtigstes oben'],
    )
    s.field(
      [410, 260, 780, 740],
      'green',
      ['In this sprint', 'I den här sprinten', 'In diesem Sprint'],
      ['Everybody nods', 'Alla nickar', 'Alle sind einverstanden'],
    )
    s.field([1210, 260, 390, 360], 'red', ['Risks', 'Risker', 'Risiken'])
    s.field([1210, 640, 390, 360], 'violet', ['Not now', 'Inte nu', 'Nicht jetzt'])
    const stories: readonly Words[] = [
      ['As a guest I …', 'Som gäst …', 'Als Gast …'],
      ['As a member I …', 'Som medlem …', 'Als Mitglied …'],
      ['As the owner I …', 'Som ägare …', 'Als Inhaber …'],
    ]
    for (const [n, story] of stories.entries()) {
      s.box([20, 350 + n * 110, 350, 90], story, { line: 'blue', align: 'start' })
      s.box([430, 350 + n * 110, 590, 90], story, { line: 'green', align: 'start' })
      s.oval([1050, 355 + n * 110, 110, 80], [`${[3, 5, 8][n]}`, `${[3, 5, 8][n]}`, `${[3, 5, 8][n]}`], {
        line: 'none',
        bold: true,
      })
    }
    s.note(1240, 330, 'red', null)
    s.note(1240, 710, 'violet', null)
  },
}

const storyMap: BoardTemplate = {
  id: 'user-story-map',
  category: 'agile',
  name: ['User story map', 'Story map', 'User-Story-Map'],
  description: [
    'What people do from left to right, and what each release brings them.',
    'Vad användarna gör från vänster till höger och vad varje version ger dem.',
    'Was Menschen von links nach rechts tun und was ihnen jede Version bringt.',
  ],
  draw(s) {
    s.head(this.name, this.description)
    const activities: readonly [Words, Words, Words][] = [
      [
        ['Find', 'Hitta', 'Finden'],
        ['Search', 'Söka', 'Suchen'],
        ['Compare', 'Jämföra', 'Vergleichen'],
      ],
      [
        ['Choose', 'Välja', 'Auswählen'],
        ['Look closer', 'Titta närmare', 'Genauer ansehen'],
        ['Save', 'Spara', 'Merken'],
      ],
      [
        ['Buy', 'Köpa', 'Kaufen'],
        ['Pay', 'Betala', 'Bezahlen'],
        ['Confirm', 'Bekräfta', 'Bestätigen'],
      ],
      [
        ['Use', 'Använda', 'Nutzen'],
        ['Set up', 'Komma i gång', 'Einrichten'],
        ['Get help', 'Få hjälp', 'Hilfe holen'],
      ],
    ]
    s.text([0, 150, 160, 40], ['Activities', 'Aktiviteter', 'Aktivitäten'], { bold: true })
    s.text([0, 270, 160, 40], ['Steps', 'Steg', 'Schritte'], { bold: true })
    const releases: readonly Words[] = [
      ['Release 1', 'Version 1', 'Version 1'],
      ['Release 2', 'Version 2', 'Version 2'],
      ['Later', 'Senare', 'Später'],
    ]
    for (const [row, release] of releases.entries()) {
      const y = 370 + row * 210
      s.line(0, y, 1600, y)
      s.text([0, y + 20, 160, 40], release, { bold: true, color: 'grey' })
    }
    for (const [i, [activity, ...steps]] of activities.entries()) {
      const x = 180 + i * 360
      s.box([x, 130, 340, 90], activity, { fill: 'orange', line: 'none', bold: true, size: 24 })
      for (const [n, step] of steps.entries()) {
        s.box([x + n * 180, 250, 160, 90], step, { fill: 'yellow', line: 'none' })
        for (let row = 0; row < 3; row += 1)
          if ((i + n + row) % 3 !== 2) s.note(x + 10 + n * 180, 400 + row * 210, 'grey', null)
      }
    }
  },
}

export const agile: readonly BoardTemplate[] = [retrospective, kanban, sprintPlanning, storyMap]
