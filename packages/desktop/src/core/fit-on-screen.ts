import type { WindowBounds } from './settings.ts'

/** Undefined if enough of the window is on the screen to move it. */
export function fitOnScreen(window: WindowBounds, screen: WindowBounds): WindowBounds | undefined {
  const graspable = 80
  const isSeen =
    window.left + window.width >= screen.left + graspable &&
    window.left <= screen.left + screen.width - graspable &&
    window.top >= screen.top - graspable / 2 &&
    window.top <= screen.top + screen.height - graspable
  if (isSeen) return undefined
  const width = Math.min(window.width, screen.width)
  const height = Math.min(window.height, screen.height)
  return {
    left: screen.left + Math.round((screen.width - width) / 2),
    top: screen.top + Math.round((screen.height - height) / 2),
    width,
    height,
  }
}
