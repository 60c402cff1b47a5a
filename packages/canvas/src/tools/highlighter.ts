import { ink } from '../tool/ink.ts'

export const highlighter = ink({
  id: 'highlighter',
  kind: 'pen',
  keys: ['Shift+P'],
  icon: 'highlight',
  fields: { nib: 'highlighter', stroke: 'yellow', strokeWidth: 24 },
})
