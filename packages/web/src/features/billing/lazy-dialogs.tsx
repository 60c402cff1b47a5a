import { lazy, Suspense, useState } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { loadTexts } from '../../platform/i18n.ts'
import { loadChunk } from '../../platform/network/chunk-retry.ts'
import { payment } from '../../state/index.ts'

const Dialogs = lazy(async () => {
  const [dialogs] = await Promise.all([
    loadChunk('billing', async () => (await import('./billing-dialogs.tsx')).BillingDialogs),
    loadTexts('billing'),
  ])
  return { default: dialogs }
})

/** Offer, cart and success: most visits need none of them, so they come with the first one that opens. */
export function LazyBillingDialogs() {
  const open = [useSignal(payment.offerShow), useSignal(payment.cartShow), useSignal(payment.successfullPop)]
  const [wanted, setWanted] = useState(false)
  if (!wanted && open.includes(true)) setWanted(true)
  return <Suspense fallback={null}>{wanted && <Dialogs />}</Suspense>
}
