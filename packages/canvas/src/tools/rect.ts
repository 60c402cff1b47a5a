import { dragToCreate } from '../tool/drag-to-create.ts'

export const rect = dragToCreate({
  id: 'rect',
  kind: 'rect',
  keys: ['R'],
  icon: 'square',
  toolbar: { group: 'make', button: 'shapes', narrow: true },
  size: { w: 160, h: 100 },
})
