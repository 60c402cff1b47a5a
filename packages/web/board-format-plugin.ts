import { FORMAT_HASH } from '@tavla/canvas/model'
import type { Plugin } from 'vite'

/** Puts the board's format hash into the page, where a screen without a board needs it and none of the code that computes it. */
export function boardFormat(): Plugin {
  return {
    name: 'tavla-board-format',
    config: () => ({ define: { __BOARD_FORMAT__: JSON.stringify(FORMAT_HASH) } }),
  }
}
