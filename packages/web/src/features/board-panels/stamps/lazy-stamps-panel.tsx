import { lazyPart } from '../../../platform/lazy-part.tsx'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import type { StampsPanelProps } from './stamps-panel.tsx'

/** Loaded when it is opened for the first time. */
const OpenStampsPanel = lazyPart<StampsPanelProps>(
  'stamps',
  async () => (await import('./stamps-panel.tsx')).OpenStampsPanel,
  'board',
)

/** The library of drawings to place, while it is open. */
export function StampsPanel(props: StampsPanelProps) {
  const { ui } = useBoard()
  return useSignal(ui.stamps) ? <OpenStampsPanel {...props} /> : null
}
