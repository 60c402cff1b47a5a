import { useEffect } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { CartDialog } from './cart-dialog.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { SuccessDialog } from './success-dialog.tsx'

/** Offer, cart and success, over whatever is shown. Their code and words come with the first of them. */
export function BillingDialogs() {
  const uid = useSignal(session.userInfo)?.uid
  useEffect(
    () => () => {
      // Another person has another address for receipts.
      payment.setEmailAddress('')
    },
    [uid],
  )
  const isOpen = [
    useSignal(payment.offerShow),
    useSignal(payment.cartShow),
    useSignal(payment.successfullPop),
  ].includes(true)
  useEffect(() => {
    // A purchase that was left answers no request with the next one.
    if (!isOpen) payment.setSeatRequest(null)
  }, [isOpen])
  return (
    <>
      <OfferDialog />
      <CartDialog />
      <SuccessDialog />
    </>
  )
}
