import { dragToCreate } from '../tool/drag-to-create.ts'

export const ellipse = dragToCreate({
  id: 'ellipse',
  kind: 'ellipse',
  keys: ['O'],
  icon: 'circle',
  toolbar: { group: 'make', button: 'shapes', narrow: true },
  size: { w: 160, h: 100 },
})
