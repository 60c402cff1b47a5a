/** What a test card does; the names are those of the provider's own test payment methods. */
export interface TestCard {
  /** Digits as they are typed into the local card form. */
  readonly number: string
  readonly method: string
  /** When it is used by its holder. */
  readonly now: 'paid' | 'authenticate' | 'declined' | 'insufficient_funds'
  /** When it is charged later, with nobody there. */
  readonly later: 'paid' | 'declined'
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', now: 'paid', later: 'paid' },
  {
    number: '4000002760003184',
    method: 'pm_card_authenticationRequired',
    now: 'authenticate',
    later: 'paid',
  },
  { number: '4000000000000002', method: 'pm_card_chargeDeclined', now: 'declined', later: 'declined' },
  {
    number: '4000000000009995',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
    now: 'insufficient_funds',
    later: 'declined',
  },
  { number: '4000000000000341', method: 'pm_card_chargeCustomerFail', now: 'paid', later: 'declined' },
]

export const findCard = (method: string | null): TestCard | null =>
  testCards.find((card) => card.method === method) ?? null
