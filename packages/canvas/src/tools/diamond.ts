import { dragToCreate } from '../tool/drag-to-create.ts'

export const diamond = dragToCreate({
  id: 'diamond',
  kind: 'diamond',
  keys: ['D'],
  icon: 'square-rotated',
  toolbar: { group: 'make', button: 'shapes', narrow: true },
  size: { w: 160, h: 120 },
})
