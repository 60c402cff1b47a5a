import { useEffect } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { withQueries } from '../../state/with-queries.tsx'
import { CartDialog } from './cart-dialog.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { SuccessDialog } from './success-dialog.tsx'

/** Offer, cart and success dialogs; their code and translations are loaded together. */
export const BillingDialogs = withQueries(AllDialogs)

function AllDialogs() {
  const uid = useSignal(session.userInfo)?.uid
  useEffect(
    () => () => {
      // The email address for receipts belongs to the person who has signed out.
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
    // An abandoned purchase must not leave its seat request to the next one.
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
