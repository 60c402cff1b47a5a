import type { Color, Place, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

/** An area of a canvas with its question. */
type Cell = readonly [place: Place, color: Color, name: Words, hint: Words]

const swot: BoardTemplate = {
  id: 'swot',
  category: 'strategy',
  name: 'swot.name',
  description: 'swot.description',
  draw(s) {
    s.head(this.name, this.description)
    const cells: readonly Cell[] = [
      [[0, 130, 790, 425], 'green', 'swot.strengths', 'swot.whatDoWeDoBetter'],
      [[810, 130, 790, 425], 'orange', 'swot.weaknesses', 'swot.whereDoWeLose'],
      [[0, 575, 790, 425], 'blue', 'swot.opportunities', 'swot.whatIsChangingInOur'],
      [[810, 575, 790, 425], 'red', 'swot.threats', 'swot.whatCouldHurtUs'],
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
  name: 'business-model-canvas.name',
  description: 'business-model-canvas.description',
  draw: getCanvas([
    [[0, 130, 304, 560], 'blue', 'business-model-canvas.partners', 'business-model-canvas.whoHelpsUs'],
    [[324, 130, 304, 270], 'teal', 'business-model-canvas.activities', 'business-model-canvas.whatDoWeDo'],
    [[324, 420, 304, 270], 'teal', 'business-model-canvas.resources', 'business-model-canvas.whatDoWeNeed'],
    [[648, 130, 304, 560], 'yellow', 'business-model-canvas.value', 'business-model-canvas.whyDoPeopleCome'],
    [
      [972, 130, 304, 270],
      'orange',
      'business-model-canvas.relations',
      'business-model-canvas.howDoWeKeepIn',
    ],
    [
      [972, 420, 304, 270],
      'orange',
      'business-model-canvas.channels',
      'business-model-canvas.howDoWeReachThem',
    ],
    [[1296, 130, 304, 560], 'pink', 'business-model-canvas.customers', 'business-model-canvas.forWhom'],
    [[0, 710, 790, 290], 'red', 'business-model-canvas.costs', 'business-model-canvas.whatCostsMost'],
    [
      [810, 710, 790, 290],
      'green',
      'business-model-canvas.income',
      'business-model-canvas.whatDoPeoplePayFor',
    ],
  ]),
}

const leanCanvas: BoardTemplate = {
  id: 'lean-canvas',
  category: 'strategy',
  name: 'lean-canvas.name',
  description: 'lean-canvas.description',
  draw: getCanvas([
    [[0, 130, 304, 560], 'red', 'lean-canvas.problem', 'lean-canvas.topThree'],
    [[324, 130, 304, 270], 'green', 'lean-canvas.solution', 'lean-canvas.smallestUseful'],
    [[324, 420, 304, 270], 'violet', 'lean-canvas.keyFigures', 'lean-canvas.whatDoWeCount'],
    [[648, 130, 304, 560], 'yellow', 'lean-canvas.promise', 'lean-canvas.inOneSentence'],
    [[972, 130, 304, 270], 'blue', 'lean-canvas.advantage', 'lean-canvas.hardToCopy'],
    [[972, 420, 304, 270], 'teal', 'lean-canvas.channels', 'lean-canvas.theWayToPeople'],
    [[1296, 130, 304, 560], 'pink', 'lean-canvas.people', 'lean-canvas.whoComesFirst'],
    [[0, 710, 790, 290], 'grey', 'lean-canvas.costs', 'lean-canvas.untilTheFirstProof'],
    [[810, 710, 790, 290], 'orange', 'lean-canvas.income', 'lean-canvas.whoPaysAndHow'],
  ]),
}

const journey: BoardTemplate = {
  id: 'customer-journey',
  category: 'strategy',
  name: 'customer-journey.name',
  description: 'customer-journey.description',
  draw(s) {
    s.head(this.name, this.description)
    const phases: readonly Words[] = [
      'customer-journey.notice',
      'customer-journey.consider',
      'customer-journey.decide',
      'customer-journey.use',
      'customer-journey.recommend',
    ]
    const rows: readonly [Color, Words][] = [
      ['blue', 'customer-journey.does'],
      ['violet', 'customer-journey.thinks'],
      ['pink', 'customer-journey.feels'],
      ['green', 'customer-journey.chances'],
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
    /** Vertical offset of each step. */
    const moods = [690, 725, 745, 665, 650]
    let before: string | null = null
    for (const [i, y] of moods.entries()) {
      const dot = s.oval(
        [297 + i * 284, y, 30, 30],
        { literal: '' },
        {
          fill: 'pink',
          solid: true,
          line: 'none',
        },
      )
      if (before !== null) s.join(before, dot, { routing: 'curved', head: 'none', color: 'pink' })
      before = dot
    }
  },
}

export const strategy: readonly BoardTemplate[] = [swot, businessModel, leanCanvas, journey]
