import '@fontsource/inter/latin-400.css'
import '@fontsource/inter/latin-500.css'
import './pay.css'
import { createButton, createText } from './elements.ts'
import type { CardFormMessage, CardFormOrder } from '../platform/card-form-messages.ts'

/** The card form runs in an iframe of our page and accepts messages from it only. */
const { parent } = window
const container = document.getElementById('form')

const postToParent = (message: CardFormMessage) => parent.postMessage(message, location.origin)

/** A change of the colour scheme, which keeps the card details entered so far. */
function isSchemeMessage(data: unknown): data is { scheme: string } {
  return typeof data === 'object' && data !== null && 'scheme' in data && !('clientSecret' in data)
}

function isOrderMessage(data: unknown): data is CardFormOrder {
  return (
    typeof data === 'object' &&
    data !== null &&
    'tavla' in data &&
    data.tavla === 'card-form' &&
    'clientSecret' in data
  )
}

async function showForm(order: CardFormOrder): Promise<void> {
  if (!container) return
  document.documentElement.lang = order.language
  document.documentElement.dataset['scheme'] = order.scheme
  document.title = order.texts.title
  const onDone = () => postToParent({ tavla: 'card-form', state: 'done' })
  if (order.kind === 'sandbox') {
    const { showSandboxForm } = await import('./sandbox-form.ts')
    showSandboxForm(container, order, onDone)
  } else {
    const { showStripeForm } = await import('./stripe-form.ts')
    await showStripeForm(container, order, onDone)
  }
}

/** The provider's script may be unreachable for a moment, or blocked by an extension. */
function showFormOrRetry(order: CardFormOrder): void {
  showForm(order).catch(() => {
    const failure = createText('p', order.texts.notLoaded, 'failure')
    failure.setAttribute('role', 'alert')
    const retry = createButton(order.texts.tryAgain, 'button', 'plain')
    retry.addEventListener('click', () => {
      retry.disabled = true
      showFormOrRetry(order)
    })
    container?.replaceChildren(failure, retry)
  })
}

if (container && parent !== window) {
  new ResizeObserver(() =>
    postToParent({
      tavla: 'card-form',
      state: 'height',
      height: Math.ceil(container.getBoundingClientRect().height),
    }),
  ).observe(container)
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return
    if (isSchemeMessage(data)) document.documentElement.dataset['scheme'] = data.scheme
    if (!isOrderMessage(data)) return
    showFormOrRetry(data)
  })
  postToParent({ tavla: 'card-form', state: 'ready' })
}
