import '@fontsource/inter/latin-400.css'
import '@fontsource/inter/latin-500.css'
import './pay.css'
import { createText } from './elements.ts'
import type { CardFormMessage, CardFormOrder } from '../platform/card-form-messages.ts'

/** The card form runs in an iframe of our page and accepts messages from it only. */
const { parent } = window
const place = document.getElementById('form')

const tell = (message: CardFormMessage) => parent.postMessage(message, location.origin)

/** Light or dark was changed while a card is being entered: nothing of it is lost. */
function isScheme(data: unknown): data is { scheme: string } {
  return typeof data === 'object' && data !== null && 'scheme' in data && !('clientSecret' in data)
}

function isOrder(data: unknown): data is CardFormOrder {
  return (
    typeof data === 'object' &&
    data !== null &&
    'tavla' in data &&
    data.tavla === 'card-form' &&
    'clientSecret' in data
  )
}

async function show(order: CardFormOrder): Promise<void> {
  if (!place) return
  document.documentElement.lang = order.language
  document.documentElement.dataset['scheme'] = order.scheme
  document.title = order.texts.title
  const onDone = () => tell({ tavla: 'card-form', state: 'done' })
  if (order.kind === 'sandbox') {
    const { showSandboxForm } = await import('./sandbox-form.ts')
    showSandboxForm(place, order, onDone)
  } else {
    const { showStripeForm } = await import('./stripe-form.ts')
    await showStripeForm(place, order, onDone)
  }
}

if (place && parent !== window) {
  new ResizeObserver(() =>
    tell({ tavla: 'card-form', state: 'height', height: Math.ceil(place.getBoundingClientRect().height) }),
  ).observe(place)
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return
    if (isScheme(data)) document.documentElement.dataset['scheme'] = data.scheme
    if (!isOrder(data)) return
    show(data).catch(() => {
      const failure = createText('p', data.texts.failed, 'failure')
      failure.setAttribute('role', 'alert')
      place.replaceChildren(failure)
    })
  })
  tell({ tavla: 'card-form', state: 'ready' })
}
