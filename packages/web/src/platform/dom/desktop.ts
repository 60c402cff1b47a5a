import type { DesktopBridge } from '@tavla/contract'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'

/** Runs in the desktop shell. The flag changes routes only, never rights. */
export function isDesktop(): boolean {
  return storage.read(keys.desktop) !== null
}

/** What the shell offers; null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return (globalThis as { tavla?: DesktopBridge }).tavla ?? null
}

/** On the dashboard a window that a board had filled becomes a window again; spec §2. */
export function leaveFullscreen(): void {
  if (storage.read(keys.fullscreen) !== '1') return
  storage.write(keys.fullscreen, '0')
  void desktopBridge()?.setFullscreen(false)
  if (document.fullscreenElement) void document.exitFullscreen()
}
