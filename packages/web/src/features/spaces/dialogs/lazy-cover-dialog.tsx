import { useState } from 'react'
import { lazyPart } from '../../../platform/lazy-part.tsx'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { settings } from '../../../state/index.ts'

const LoadedDialog = lazyPart(
  'cover',
  async () => (await import('./cover-dialog.tsx')).CoverDialog,
  'dashboard',
)

/** The dialog for covers, loaded when it is opened for the first time. */
export function CoverDialog() {
  const isOpen = useSignal(settings.settingCoverWid) !== ''
  const [isLoaded, setIsLoaded] = useState(isOpen)
  if (isOpen && !isLoaded) setIsLoaded(true)
  return isLoaded ? <LoadedDialog /> : null
}
