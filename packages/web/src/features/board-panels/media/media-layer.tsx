import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { Media } from './lazy-media.ts'

/** What plays the animations and videos in view; loaded when there are any. */
export function MediaLayer() {
  const { board } = useBoard()
  const shown = useSignal(board.media.shown)
  return shown.length === 0 ? null : <Media shown={shown} />
}
