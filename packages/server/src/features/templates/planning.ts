import type { Color, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const week: BoardTemplate = {
  id: 'weekly-planner',
  category: 'planning',
  name: 'weekly-planner.name',
  description: 'weekly-planner.description',
  draw(s) {
    s.head(this.name, this.description)
    const days: readonly Words[] = [
      'weekly-planner.monday',
      'weekly-planner.tuesday',
      'weekly-planner.wednesday',
      'weekly-planner.thursday',
      'weekly-planner.friday',
    ]
    const colors: readonly Color[] = ['blue', 'teal', 'green', 'orange', 'pink']
    for (const [i, day] of days.entries()) {
      s.field([i * 324, 130, 304, 560], colors[i] ?? 'blue', day)
      for (let n = 0; n < 3; n += 1) s.box([i * 324 + 20, 200 + n * 90, 264, 70], null, { line: 'none' })
    }
    s.field([0, 710, 628, 290], 'yellow', 'weekly-planner.goalsOfTheWeek', 'weekly-planner.threeAreEnough')
    for (let n = 0; n < 3; n += 1) s.note(30 + n * 170, 820, 'yellow', null)
    s.field([648, 710, 304, 290], 'grey', 'weekly-planner.weekend')
    s.field([972, 710, 628, 290], 'violet', 'weekly-planner.waitingFor', 'weekly-planner.whoAndSinceWhen')
    s.note(1002, 820, 'violet', null)
  },
}

const roadmap: BoardTemplate = {
  id: 'roadmap',
  category: 'planning',
  name: 'roadmap.name',
  description: 'roadmap.description',
  draw(s) {
    s.head(this.name, this.description)
    for (let q = 0; q < 4; q += 1) {
      const x = 200 + q * 350
      const name = `Q${q + 1}`
      s.box(
        [x, 130, 330, 70],
        { literal: name },
        {
          fill: 'grey',
          line: 'none',
          bold: true,
          size: 24,
          radius: 35,
        },
      )
      if (q > 0) s.line(x - 10, 130, x - 10, 1000)
    }
    const lanes: readonly [Color, Words, readonly (readonly [number, number, Words])[]][] = [
      [
        'blue',
        'roadmap.product',
        [
          [210, 480, 'roadmap.firstVersion'],
          [720, 520, 'roadmap.whatUsersAskFor'],
        ],
      ],
      [
        'green',
        'roadmap.customers',
        [
          [380, 300, 'roadmap.pilot'],
          [900, 640, 'roadmap.launch'],
        ],
      ],
      [
        'orange',
        'roadmap.team',
        [
          [210, 320, 'roadmap.hire'],
          [720, 330, 'roadmap.train'],
        ],
      ],
      [
        'violet',
        'roadmap.operations',
        [
          [560, 420, 'roadmap.moveToNewServers'],
          [1250, 300, 'roadmap.review'],
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
  name: 'meeting-agenda.name',
  description: 'meeting-agenda.description',
  draw(s) {
    s.head(this.name, this.description)
    s.field([0, 130, 500, 870], 'blue', 'meeting-agenda.agenda', 'meeting-agenda.60Minutes')
    const points: readonly [string, Words][] = [
      ['5', 'meeting-agenda.welcome'],
      ['15', 'meeting-agenda.whereWeStand'],
      ['25', 'meeting-agenda.toBeDecided'],
      ['10', 'meeting-agenda.nextSteps'],
      ['5', 'meeting-agenda.round'],
    ]
    for (const [n, [minutes, words]] of points.entries()) {
      s.oval([20, 230 + n * 120, 90, 90], { literal: minutes }, { line: 'none', bold: true, size: 24 })
      s.box([130, 230 + n * 120, 350, 90], words, { line: 'none', align: 'start' })
    }
    s.field([520, 130, 530, 870], 'grey', 'meeting-agenda.notes')
    for (let n = 0; n < 6; n += 1) s.note(550 + (n % 3) * 160, 220 + Math.floor(n / 3) * 160, 'grey', null)
    s.field([1070, 130, 530, 425], 'green', 'meeting-agenda.decisions')
    s.box([1090, 210, 490, 80], null, { line: 'none' })
    s.box([1090, 310, 490, 80], null, { line: 'none' })
    s.field([1070, 575, 530, 425], 'orange', 'meeting-agenda.whoDoesWhatByWhen')
    for (let n = 0; n < 3; n += 1) {
      s.box([1090, 655 + n * 100, 310, 80], null, { line: 'none' })
      s.box([1420, 655 + n * 100, 160, 80], null, { line: 'none' })
    }
  },
}

export const planning: readonly BoardTemplate[] = [week, roadmap, agenda]
