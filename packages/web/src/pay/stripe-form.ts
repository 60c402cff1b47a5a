import { loadStripe } from '@stripe/stripe-js/pure'
import { createButton, createText } from './elements.ts'
import type { CardFormOrder } from '../platform/card-form-messages.ts'

/** The provider's form: card details are entered in its iframes and never reach Tavla. */
export async function showStripeForm(
  container: HTMLElement,
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
  const cardContainer = createText('div', '')
  const failure = createText('p', '', 'failure')
  failure.setAttribute('role', 'alert')
  failure.hidden = true
  const submit = createButton(texts.submit, 'submit')
  const form = document.createElement('form')
  form.append(cardContainer, failure, submit)
  container.replaceChildren(form)
  card.mount(cardContainer)

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
