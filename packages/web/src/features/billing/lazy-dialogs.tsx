import { useState } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { payment } from '../../state/index.ts'

const Dialogs = lazyPart(
  'billing',
  async () => (await import('./billing-dialogs.tsx')).BillingDialogs,
  'billing',
)

/** Offer, cart and success: most visits need none of them, so they come with the first one that opens. */
export function LazyBillingDialogs() {
  const open = [useSignal(payment.offerShow), useSignal(payment.cartShow), useSignal(payment.successfullPop)]
  const [wanted, setWanted] = useState(false)
  if (!wanted && open.includes(true)) setWanted(true)
  return wanted ? <Dialogs /> : null
}
