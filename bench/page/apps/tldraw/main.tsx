import { getAssetUrlsByImport } from '@tldraw/assets/imports.vite'
import { createRoot } from 'react-dom/client'
import { Tldraw } from 'tldraw'
import 'tldraw/tldraw.css'

createRoot(document.getElementById('root')!).render(<Tldraw assetUrls={getAssetUrlsByImport()} />)
