/** Behaviour of a test card, named like the provider's own test payment methods. */
export interface TestCard {
  /** Digits as typed into the local card form. */
  readonly number: string
  readonly method: string
  /** Result when the holder pays in the form. */
  readonly onSession: 'paid' | 'authenticate' | 'declined' | 'insufficient_funds'
  /** Result of a charge while the holder is absent. */
  readonly offSession: 'paid' | 'declined'
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', onSession: 'paid', offSession: 'paid' },
  {
    number: '4000002760003184',
    method: 'pm_card_authenticationRequired',
    onSession: 'authenticate',
    offSession: 'paid',
  },
  {
    number: '4000000000000002',
    method: 'pm_card_chargeDeclined',
    onSession: 'declined',
    offSession: 'declined',
  },
  {
    number: '4000000000009995',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
    onSession: 'insufficient_funds',
    offSession: 'declined',
  },
  {
    number: '4000000000000341',
    method: 'pm_card_chargeCustomerFail',
    onSession: 'paid',
    offSession: 'declined',
  },
]

export const findCard = (method: string | null): TestCard | null =>
  testCards.find((card) => card.method === method) ?? null
