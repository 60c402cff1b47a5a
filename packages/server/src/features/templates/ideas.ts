import type { Color, Sheet, Words } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

const brainstorm: BoardTemplate = {
  id: 'brainstorm',
  category: 'ideas',
  name: 'brainstorm.name',
  description: 'brainstorm.description',
  draw(s) {
    s.head(this.name, this.description)
    s.box([0, 120, 1600, 100], 'brainstorm.howMightWe', {
      fill: 'yellow',
      line: 'none',
      size: 32,
      bold: true,
    })
    const columns: readonly [Color, Words, Words][] = [
      ['blue', 'brainstorm.ideas', 'brainstorm.oneThoughtANote'],
      ['violet', 'brainstorm.buildOnIt', 'brainstorm.whatIfWeAlso'],
      ['green', 'brainstorm.favourites', 'brainstorm.threeVotesEach'],
      ['grey', 'brainstorm.parking', 'brainstorm.forAnotherDay'],
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
  ['blue', 'brainstorm.who', ['brainstorm.users', 'brainstorm.team']],
  ['teal', 'brainstorm.what', ['brainstorm.mustHave', 'brainstorm.niceToHave']],
  ['green', 'brainstorm.why', ['brainstorm.goal', 'brainstorm.value']],
  ['orange', 'brainstorm.when', ['brainstorm.start', 'brainstorm.milestones']],
  ['pink', 'brainstorm.where', ['brainstorm.office', 'brainstorm.remote']],
  ['violet', 'brainstorm.how', ['brainstorm.steps', 'brainstorm.tools']],
]

function branch(s: Sheet, root: string, index: number): void {
  const [color, name, leaves] = branches[index] ?? ['blue', { literal: '' }, []]
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
  name: 'mind-map.name',
  description: 'mind-map.description',
  draw(s) {
    s.head(this.name, this.description)
    const root = s.oval([660, 450, 280, 180], 'mind-map.topic', {
      fill: 'yellow',
      line: 'none',
      size: 36,
      bold: true,
    })
    for (const index of branches.keys()) branch(s, root, index)
  },
}

export const ideas: readonly BoardTemplate[] = [brainstorm, mindMap]
