import type { Tool } from '@tavla/canvas'

/** A place on the toolbar: one tool, several of which the last used one stands there, or a command. */
export type ToolSlot =
  | { readonly id: string; readonly tools: readonly [string, ...string[]]; readonly narrow: boolean }
  | { readonly id: string; readonly command: string; readonly narrow: boolean }

const image: ToolSlot = { id: 'image', command: 'insertFile', narrow: false }
/** The tool behind which the one command of the toolbar stands. */
const beforeImage = 'frame'

/** The toolbar, as the tools themselves say; a rule stands between the groups. */
export function toolGroups(tools: readonly Tool[]): readonly (readonly ToolSlot[])[] {
  return [...Map.groupBy(tools, ({ toolbar }) => toolbar.group).values()].map((group) =>
    [...Map.groupBy(group, ({ id, toolbar }) => toolbar.button ?? id)].flatMap(([id, [first, ...others]]) =>
      first === undefined ? [] : [getSlot(id, first, others), ...(id === beforeImage ? [image] : [])],
    ),
  )
}

function getSlot(id: string, first: Tool, others: readonly Tool[]): ToolSlot {
  return { id, tools: [first.id, ...others.map((tool) => tool.id)], narrow: first.toolbar.narrow ?? false }
}

/** On a narrow screen: what stays, and what is behind one button. */
export function narrowGroups(tools: readonly Tool[]): {
  readonly shown: readonly ToolSlot[]
  readonly behind: readonly ToolSlot[]
} {
  const all = toolGroups(tools).flat()
  return { shown: all.filter(({ narrow }) => narrow), behind: all.filter(({ narrow }) => !narrow) }
}

/** Which tool of a slot stands on its button. */
export function shownTool(
  slot: { readonly tools: readonly [string, ...string[]] },
  used: readonly string[],
): string {
  return used.findLast((tool) => slot.tools.includes(tool)) ?? slot.tools[0]
}
