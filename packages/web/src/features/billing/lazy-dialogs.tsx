import { useState } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { payment } from '../../state/index.ts'

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
