/** A place on the toolbar: one tool, several of which the last used one stands there, or a command. */
export type ToolSlot =
  | { readonly id: string; readonly tools: readonly [string, ...string[]] }
  | { readonly id: string; readonly command: string }

const one = (tool: string): ToolSlot => ({ id: tool, tools: [tool] })

/** The toolbar in its order; a rule stands between the groups. */
export const toolGroups: readonly (readonly ToolSlot[])[] = [
  [one('select'), one('hand')],
  [
    one('sticky'),
    one('text'),
    { id: 'shapes', tools: ['rect', 'ellipse', 'diamond'] },
    one('connector'),
    one('line'),
    { id: 'ink', tools: ['pen', 'highlighter'] },
    one('eraser'),
  ],
  [one('frame'), { id: 'image', command: 'insertFile' }, one('laser')],
]

/** What stays on a narrow screen; the rest is behind one button. */
const onPhones: ReadonlySet<string> = new Set([
  'select',
  'sticky',
  'text',
  'shapes',
  'connector',
  'ink',
  'eraser',
])

export function narrowGroups(): {
  readonly shown: readonly ToolSlot[]
  readonly behind: readonly ToolSlot[]
} {
  const all = toolGroups.flat()
  return {
    shown: all.filter(({ id }) => onPhones.has(id)),
    behind: all.filter(({ id }) => !onPhones.has(id)),
  }
}

/** Which tool of a slot stands on its button. */
export function shownTool(
  slot: { readonly tools: readonly [string, ...string[]] },
  used: readonly string[],
): string {
  return used.findLast((tool) => slot.tools.includes(tool)) ?? slot.tools[0]
}
