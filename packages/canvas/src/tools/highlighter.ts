import { ink } from '../tool/ink.ts'

export const highlighter = ink({
  id: 'highlighter',
  kind: 'pen',
  keys: ['Shift+P'],
  icon: 'highlight',
  toolbar: { group: 'make', button: 'ink', narrow: true },
  fields: { nib: 'highlighter', stroke: 'yellow', strokeWidth: 24 },
})
