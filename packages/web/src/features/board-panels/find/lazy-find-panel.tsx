import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'
import { useBoard } from '../board-context.ts'

export const findPanel = lazyCode('find', async () => (await import('./find-panel.tsx')).FindPanel)
const FindPanelPart = lazyDialog(findPanel)

/** The panel to find and replace, while it is open. */
export function LazyFindPanel() {
  const { ui } = useBoard()
  return useSignal(ui.find) === null ? null : <FindPanelPart onClose={() => void (ui.find.value = null)} />
}
