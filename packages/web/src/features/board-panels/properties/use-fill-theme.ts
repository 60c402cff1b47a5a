import { useComputedColorScheme } from '@mantine/core'
import { shapes } from '@tavla/canvas'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'

const paperKinds: ReadonlySet<string> = new Set(
  shapes.filter(({ isPaper: isPaperTheme }) => isPaperTheme).map(({ kind }) => kind),
)
/** At most this many selected elements are inspected. */
const sampled = 20

/** The theme in which fill colours of the selection, or of the next element, are drawn: paper is always light. */
export function useFillTheme(): 'light' | 'dark' {
  const { board } = useBoard()
  const theme = useComputedColorScheme('light')
  const selection = useSignal(board.state.selection)
  const tool = useSignal(board.state.tool)
  const created = board.tools.find(({ id }) => id === tool)?.creates?.kind
  const kinds = selection.slice(0, sampled).map((id) => board.document.get(id)?.kind)
  const isPaperTheme = (selection.length > 0 ? kinds : [created]).every((kind) => paperKinds.has(kind ?? ''))
  return isPaperTheme ? 'light' : theme
}
