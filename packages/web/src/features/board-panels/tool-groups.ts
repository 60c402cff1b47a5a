import type { Tool } from '@tavla/canvas'

/** A button of the toolbar: a tool, a group that shows its last used tool, or a command. */
export type ToolSlot =
  | { readonly id: string; readonly tools: readonly [string, ...string[]]; readonly narrow: boolean }
  | { readonly id: string; readonly command: string; readonly narrow: boolean }

const image: ToolSlot = { id: 'image', command: 'insertFile', narrow: false }
/** The tool after which the command of the toolbar is placed. */
const toolBeforeImage = 'frame'

/** The toolbar groups in order; separators are drawn between them. */
export function groupTools(tools: readonly Tool[]): readonly (readonly ToolSlot[])[] {
  return [...Map.groupBy(tools, ({ toolbar }) => toolbar.group).values()].map((group) =>
    [...Map.groupBy(group, ({ id, toolbar }) => toolbar.button ?? id)].flatMap(([id, [first, ...others]]) =>
      first === undefined ? [] : [getSlot(id, first, others), ...(id === toolBeforeImage ? [image] : [])],
    ),
  )
}

function getSlot(id: string, first: Tool, others: readonly Tool[]): ToolSlot {
  return { id, tools: [first.id, ...others.map((tool) => tool.id)], narrow: first.toolbar.narrow ?? false }
}

/** On narrow screens: the tools shown, and those in the "more" menu. */
export function splitForNarrow(tools: readonly Tool[]): {
  readonly shown: readonly ToolSlot[]
  readonly hidden: readonly ToolSlot[]
} {
  const all = groupTools(tools).flat()
  return { shown: all.filter(({ narrow }) => narrow), hidden: all.filter(({ narrow }) => !narrow) }
}

/** The tool that a group's button shows. */
export function getShownTool(
  slot: { readonly tools: readonly [string, ...string[]] },
  recentTools: readonly string[],
): string {
  return recentTools.findLast((tool) => slot.tools.includes(tool)) ?? slot.tools[0]
}
