import type { Color, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const retrospective: BoardTemplate = {
  id: 'retrospective',
  category: 'agile',
  name: 'retrospective.name',
  description: 'retrospective.description',
  draw(s) {
    s.head(this.name, this.description)
    const columns: readonly [Color, Words, Words][] = [
      ['green', 'retrospective.wentWell', 'retrospective.keepDoingThis'],
      ['red', 'retrospective.wentLessWell', 'retrospective.whatHeldUsBack'],
      ['blue', 'retrospective.tryNext', 'retrospective.smallSteps'],
    ]
    for (const [i, [color, name, hint]] of columns.entries()) {
      const x = i * 410
      s.field([x, 130, 380, 870], color, name, hint)
      for (let n = 0; n < 4; n += 1)
        s.note(x + 40 + (n % 2) * 160, 230 + Math.floor(n / 2) * 160, color, null)
    }
    s.field([1230, 130, 370, 870], 'violet', 'retrospective.agreed', 'retrospective.whoDoesWhatByWhen')
    for (let n = 0; n < 4; n += 1)
      s.box(
        [1260, 230 + n * 100, 310, 80],
        { literal: `${n + 1}.` },
        {
          line: 'none',
          align: 'start',
        },
      )
  },
}

const kanban: BoardTemplate = {
  id: 'kanban',
  category: 'agile',
  name: 'kanban.name',
  description: 'kanban.description',
  draw(s) {
    s.head(this.name, this.description)
    const columns: readonly [Color, Words, readonly Words[]][] = [
      ['grey', 'kanban.toDo', ['kanban.writeTheBrief', 'kanban.askThreeUsers', 'kanban.collectFigures']],
      ['blue', 'kanban.doing', ['kanban.firstSketch', 'kanban.setUpTheRoom']],
      ['orange', 'kanban.review', ['kanban.priceList']],
      ['green', 'kanban.done', ['kanban.kickOff', 'kanban.teamNamed']],
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
  name: 'sprint-planning.name',
  description: 'sprint-planning.description',
  draw(s) {
    s.head(this.name, this.description)
    s.box([0, 130, 1190, 110], 'sprint-planning.goalOfThisSprint', {
      fill: 'yellow',
      line: 'none',
      size: 28,
      bold: true,
    })
    s.box([1210, 130, 390, 110], 'sprint-planning.days10People5', { fill: 'grey', line: 'none', size: 22 })
    s.field([0, 260, 390, 740], 'blue', 'sprint-planning.backlog', 'sprint-planning.mostImportantOnTop')
    s.field([410, 260, 780, 740], 'green', 'sprint-planning.inThisSprint', 'sprint-planning.everybodyNods')
    s.field([1210, 260, 390, 360], 'red', 'sprint-planning.risks')
    s.field([1210, 640, 390, 360], 'violet', 'sprint-planning.notNow')
    const stories: readonly Words[] = [
      'sprint-planning.asAGuestI',
      'sprint-planning.asAMemberI',
      'sprint-planning.asTheOwnerI',
    ]
    for (const [n, userStory] of stories.entries()) {
      s.box([20, 350 + n * 110, 350, 90], userStory, { line: 'blue', align: 'start' })
      s.box([430, 350 + n * 110, 590, 90], userStory, { line: 'green', align: 'start' })
      s.oval(
        [1050, 355 + n * 110, 110, 80],
        { literal: `${[3, 5, 8][n]}` },
        {
          line: 'none',
          bold: true,
        },
      )
    }
    s.note(1240, 330, 'red', null)
    s.note(1240, 710, 'violet', null)
  },
}

const storyMap: BoardTemplate = {
  id: 'user-story-map',
  category: 'agile',
  name: 'user-story-map.name',
  description: 'user-story-map.description',
  draw(s) {
    s.head(this.name, this.description)
    const activities: readonly [Words, Words, Words][] = [
      ['user-story-map.find', 'user-story-map.search', 'user-story-map.compare'],
      ['user-story-map.choose', 'user-story-map.lookCloser', 'user-story-map.save'],
      ['user-story-map.buy', 'user-story-map.pay', 'user-story-map.confirm'],
      ['user-story-map.use', 'user-story-map.setUp', 'user-story-map.getHelp'],
    ]
    s.text([0, 150, 160, 40], 'user-story-map.activities', { bold: true })
    s.text([0, 270, 160, 40], 'user-story-map.steps', { bold: true })
    const releases: readonly Words[] = [
      'user-story-map.release1',
      'user-story-map.release2',
      'user-story-map.later',
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
