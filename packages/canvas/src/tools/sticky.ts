import { dragToCreate } from '../tool/drag-to-create.ts'

export const sticky = dragToCreate({
  id: 'sticky',
  kind: 'sticky',
  keys: ['N', 'S'],
  icon: 'note',
  size: { w: 200, h: 200 },
  ratio: true,
  then: 'editText',
})
