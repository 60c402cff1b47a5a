import { useState } from 'react'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { closeUpgradePrompt, payment, upgradePrompt } from '../../state/index.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const Dialogs = lazyPart(
  'billing',
  async () => (await import('./billing-dialogs.tsx')).BillingDialogs,
  'billing',
)

/** Offer, cart and success dialogs, loaded when the first of them opens. */
export function LazyBillingDialogs() {
  const isOpen = [
    useSignal(payment.offerShow),
    useSignal(payment.cartShow),
    useSignal(payment.successfullPop),
  ]
  const [isLoaded, setLoaded] = useState(false)
  if (!isLoaded && isOpen.includes(true)) setLoaded(true)
  return isLoaded ? <Dialogs /> : null
}

const UpgradePrompt = lazyDialog(
  lazyCode('upgrade-prompt', async () => (await import('./upgrade-prompt.tsx')).UpgradePrompt),
)

/** The free-limit prompt after an upload on the whiteboard was refused (4052). */
export function LazyUpgradePrompt() {
  return <UpgradePrompt opened={useSignal(upgradePrompt) !== null} onClose={closeUpgradePrompt} />
}
