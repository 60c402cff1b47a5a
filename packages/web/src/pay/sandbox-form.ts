import { createButton, createField, createText } from './elements.ts'
import type { CardFormOrder, CardFormTexts } from '../platform/card-form-messages.ts'
import { findMethod, testNumbers } from './test-cards.ts'

interface Outcome {
  readonly state: 'done' | 'authenticate' | 'failed'
  readonly reason: string | null
}

async function send(path: string, body: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const answer = await fetch(`/dev/payments/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`)
  return (await answer.json()) as Outcome
}

function getFailureText(texts: CardFormTexts, reason: string | null): string {
  if (reason === 'insufficient_funds') return texts.insufficientFunds
  if (reason?.includes('authentication')) return texts.notAuthenticated
  return reason === 'card_declined' ? texts.declined : texts.failed
}

/** A card form that takes test cards only and says so. */
export function showSandboxForm(
  container: HTMLElement,
  { texts, clientSecret }: CardFormOrder,
  onDone: () => void,
): void {
  const number = createField({
    label: texts.number,
    autocomplete: 'cc-number',
    placeholder: testNumbers[0] ?? '',
  })
  const expiry = createField({ label: texts.expiry, autocomplete: 'cc-exp', placeholder: '12/34' })
  const cvc = createField({ label: texts.cvc, autocomplete: 'cc-csc', placeholder: '123' })
  const failure = createText('p', '', 'failure')
  failure.setAttribute('role', 'alert')
  failure.hidden = true
  const submit = createButton(texts.submit, 'submit')
  const form = document.createElement('form')
  const line = createText('div', '', 'line')
  line.append(expiry.element, cvc.element)
  const examples = createText('p', `${texts.testCards} ${testNumbers.join(' · ')}`, 'hint')
  form.append(createText('p', texts.sandbox, 'label'), number.element, line, examples, failure, submit)
  form.noValidate = true
  container.replaceChildren(form)

  const showFailure = (text: string) => {
    failure.textContent = text
    failure.hidden = false
    submit.disabled = false
  }
  const handleOutcome = (outcome: Outcome) => {
    if (outcome.state === 'done') onDone()
    else if (outcome.state === 'failed') {
      container.replaceChildren(form)
      showFailure(getFailureText(texts, outcome.reason))
    } else
      showBankConfirmation(container, texts, (approved) =>
        submitTo('bank', { client_secret: clientSecret, approved }),
      )
  }
  const submitTo = (path: string, body: Readonly<Record<string, unknown>>) => {
    submit.disabled = true
    send(path, body).then(handleOutcome, () => {
      container.replaceChildren(form)
      showFailure(texts.failed)
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    failure.hidden = true
    const method = findMethod(number.input.value)
    if (method === null) showFailure(texts.unknownCard)
    else submitTo('card', { client_secret: clientSecret, method })
  })
}

/** Simulates the bank's confirmation (3-D Secure). */
function showBankConfirmation(
  container: HTMLElement,
  texts: CardFormTexts,
  onAnswer: (approved: boolean) => void,
): void {
  const approve = createButton(texts.approve, 'button')
  const reject = createButton(texts.reject, 'button', 'plain')
  approve.addEventListener('click', () => onAnswer(true))
  reject.addEventListener('click', () => onAnswer(false))
  const answers = createText('div', '', 'answers')
  answers.append(reject, approve)
  container.replaceChildren(createText('h1', texts.bankTitle), createText('p', texts.bankText), answers)
  approve.focus()
}
