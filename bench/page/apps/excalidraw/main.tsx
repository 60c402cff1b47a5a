import { Excalidraw } from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH: string
  }
}

// Otherwise its fonts come from another host.
window.EXCALIDRAW_ASSET_PATH = '/'
createRoot(document.getElementById('root')!).render(<Excalidraw />)
