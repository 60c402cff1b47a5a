import { dragToCreate } from '../tool/drag-to-create.ts'

export const sticky = dragToCreate({
  id: 'sticky',
  kind: 'sticky',
  keys: ['N', 'S'],
  icon: 'note',
  toolbar: { group: 'make', narrow: true },
  size: { w: 200, h: 200 },
  ratio: true,
  then: 'editText',
})
