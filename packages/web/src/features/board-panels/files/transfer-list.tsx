import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { Transfers } from '../overlays/lazy-transfers.ts'

/** Files on the board that are being uploaded to the space. */
export function TransferList() {
  const { files } = useBoard()
  return useSignal(files.transfers).length === 0 ? null : <Transfers />
}
