import { dragToCreate } from '../tool/drag-to-create.ts'

export const diamond = dragToCreate({
  id: 'diamond',
  kind: 'diamond',
  keys: ['D'],
  icon: 'square-rotated',
  size: { w: 160, h: 120 },
})
