/** Texts of the card form, in the person's language. */
export interface CardFormTexts {
  readonly title: string
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly submit: string
  readonly sandbox: string
  readonly testCards: string
  readonly unknownCard: string
  readonly declined: string
  readonly insufficientFunds: string
  readonly notAuthenticated: string
  readonly failed: string
  readonly notLoaded: string
  readonly tryAgain: string
  readonly bankTitle: string
  readonly bankText: string
  readonly approve: string
  readonly reject: string
}

/** Sent by the page to its card form; not in the URL, so that it never reaches a log. */
export interface CardFormOrder {
  readonly tavla: 'card-form'
  readonly kind: 'sandbox' | 'stripe'
  readonly publicKey: string
  readonly clientSecret: string
  /** Pays what is due, or saves a card for later. */
  readonly purpose: 'pay' | 'save'
  readonly scheme: 'light' | 'dark'
  readonly language: string
  readonly texts: CardFormTexts
}

/** Sent by the card form to its page. */
export type CardFormMessage =
  | { readonly tavla: 'card-form'; readonly state: 'ready' | 'done' }
  | { readonly tavla: 'card-form'; readonly state: 'height'; readonly height: number }

export const isCardFormMessage = (data: unknown): data is CardFormMessage =>
  typeof data === 'object' &&
  data !== null &&
  'tavla' in data &&
  data.tavla === 'card-form' &&
  'state' in data
