import { loadStripe } from '@stripe/stripe-js/pure'
import { createButton, createText } from './elements.ts'
import type { CardFormOrder } from '../platform/card-form-messages.ts'

/** The provider's own form: its frames take the card and ask the bank, and nothing of it comes to us. */
export async function showStripeForm(
  place: HTMLElement,
  { texts, publicKey, clientSecret, purpose, scheme, language }: CardFormOrder,
  onDone: () => void,
): Promise<void> {
  const locale = language === 'sv' || language === 'de' ? language : 'en'
  const stripe = await loadStripe(publicKey, { locale })
  if (!stripe) throw new Error('The card form could not be loaded')
  const elements = stripe.elements({
    clientSecret,
    appearance: { theme: scheme === 'dark' ? 'night' : 'stripe' },
  })
  const card = elements.create('payment')
  const holder = createText('div', '')
  const failure = createText('p', '', 'failure')
  failure.setAttribute('role', 'alert')
  failure.hidden = true
  const submit = createButton(texts.submit, 'submit')
  const form = document.createElement('form')
  form.append(holder, failure, submit)
  place.replaceChildren(form)
  card.mount(holder)

  const options = { elements, redirect: 'if_required' as const }
  const confirm = () => (purpose === 'pay' ? stripe.confirmPayment(options) : stripe.confirmSetup(options))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit.disabled = true
    failure.hidden = true
    confirm().then(
      ({ error }) => {
        if (!error) return onDone()
        failure.textContent = error.message ?? texts.failed
        failure.hidden = false
        submit.disabled = false
      },
      () => {
        failure.textContent = texts.failed
        failure.hidden = false
        submit.disabled = false
      },
    )
  })
}
