import type { DesktopBridge } from '@tavla/contract'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'

/** Whether the page runs in the desktop app. The flag changes routes only, never permissions. */
export function isDesktop(): boolean {
  return storage.read(keys.desktop) !== null
}

/** The desktop app's API; null in a browser. */
export function getDesktopBridge(): DesktopBridge | null {
  return (globalThis as { tavla?: DesktopBridge }).tavla ?? null
}

/** Leaves fullscreen on the dashboard if a board had entered it; spec §2. */
export function leaveFullscreen(): void {
  if (storage.read(keys.fullscreen) !== '1') return
  storage.write(keys.fullscreen, '0')
  void getDesktopBridge()?.setFullscreen(false)
  if (document.fullscreenElement) void document.exitFullscreen()
}
