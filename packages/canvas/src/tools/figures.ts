import { formIds, getForm } from '../geometry/forms/index.ts'
import type { Tool } from '../tool/define-tool.ts'
import { dragToCreate } from '../tool/drag-to-create.ts'

/** One tool for each form; they share a style and the button of the shapes. */
export const figures: readonly Tool[] = formIds.map((form) =>
  dragToCreate({
    id: `figure-${form}`,
    kind: 'figure',
    labelKey: `forms.${form}`,
    keys: [],
    icon: `form-${form}`,
    toolbar: { group: 'make', button: 'shapes', narrow: true },
    size: getForm(form).size,
    fields: { form },
  }),
)
