import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { lazyElement } from '../../platform/chunks/lazy-element.tsx'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'

/** Preloaded by the board, since what happened while offline is decided offline as well. */
export const missedChangesPanel = lazyCode(
  'missed-changes',
  async () => (await import('./missed-changes-panel.tsx')).MissedChangesPanel,
)
const Panel = lazyElement(missedChangesPanel)

/** Everything that happened to the user's work while they were away, in one panel. */
export function LazyMissedChangesPanel() {
  const { ui } = useBoard()
  return useSignal(ui.missedPanel) ? <Panel /> : null
}
