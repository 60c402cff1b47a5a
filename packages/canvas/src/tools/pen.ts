import { ink } from '../tool/ink.ts'

export const pen = ink({
  id: 'pen',
  kind: 'pen',
  keys: ['P', 'B'],
  icon: 'pencil',
  toolbar: { group: 'make', button: 'ink', narrow: true },
  fields: {},
})
