import { useEffect, useSyncExternalStore } from 'react'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { getDesktopBridge, isDesktop } from '../dom/desktop.ts'

/** Matches however the window became full screen: by the app or by F11, which the browser handles itself. */
const query = '(display-mode: fullscreen)'

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

const isFullscreen = (): boolean => matchMedia(query).matches

/** Full screen of the desktop app's window; null in a browser. */
export function useDesktopFullscreen(): { readonly isOn: boolean; toggle(): void } | null {
  const isOn = useSyncExternalStore(subscribe, isFullscreen)
  const bridge = getDesktopBridge()
  return bridge && { isOn, toggle: () => void bridge.setFullscreen(!isOn) }
}

/** While a board is open in the desktop app, the flag says whether it fills the screen; spec §2. */
export function useFullscreenFlag(): void {
  useEffect(() => {
    if (!isDesktop()) return
    const update = () => storage.write(keys.fullscreen, isFullscreen() ? '1' : '0')
    update()
    return subscribe(update)
  }, [])
}
