import { basePath } from '@tavla/contract'
import { isDesktop } from '../dom/desktop.ts'

export interface SystemNotification {
  /** The same notification is shown once. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** The person chose it; the window has the focus then. */
  onOpen(): void
}

/** Shows a notification of the system while the desktop app's window is behind others. */
export function showSystemNotification({ id, title, text, onOpen }: SystemNotification): void {
  // The desktop app grants the permission; a browser is not asked for it.
  if (!isDesktop() || document.hasFocus() || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return
  const shown = new Notification(title, { body: text, tag: id, icon: `${basePath}/icons/icon-192.png` })
  shown.onclick = () => {
    shown.close()
    window.focus()
    onOpen()
  }
}
