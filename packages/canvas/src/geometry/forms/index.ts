import { arrowForms } from './arrows.ts'
import { basicForms } from './basic.ts'
import { flowchartForms } from './flowchart.ts'
import { drawBox, getRoom, usualSize, type Form } from './form.ts'
import { symbolForms } from './symbols.ts'

/** The forms in the order of the shape picker. A board stores the keys, so a key must never change its meaning. */
export const forms: Readonly<Record<string, Form>> = {
  ...basicForms,
  ...flowchartForms,
  ...arrowForms,
  ...symbolForms,
}

export const formIds: readonly string[] = Object.keys(forms)

const box: Form = {
  outline: drawBox,
  room: getRoom(0.05, 0.05, 0.9, 0.9),
  size: usualSize,
}

/** The form of that name; a box for a name that this version does not know. */
export function getForm(id: string): Form {
  return (Object.hasOwn(forms, id) ? forms[id] : undefined) ?? box
}
