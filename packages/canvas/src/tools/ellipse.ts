import { dragToCreate } from '../tool.ts'

export const ellipse = dragToCreate({
  id: 'ellipse',
  kind: 'ellipse',
  keys: ['O'],
  icon: 'circle',
  size: { w: 160, h: 100 },
})
