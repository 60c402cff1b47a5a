/** Test cards of the provider. Only the method's name is sent, never the number. */
const cards: readonly (readonly [number: string, method: string])[] = [
  ['4242424242424242', 'pm_card_visa'],
  ['4000002760003184', 'pm_card_authenticationRequired'],
  ['4000000000000002', 'pm_card_chargeDeclined'],
  ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds'],
  ['4000000000000341', 'pm_card_chargeCustomerFail'],
]

export const testNumbers = cards.slice(0, 3).map(([number]) => number.replace(/(\d{4})(?=\d)/g, '$1 '))

/** Null: no test card has this number. */
export const findMethod = (typed: string): string | null =>
  cards.find(([number]) => number === typed.replace(/\D/g, ''))?.[1] ?? null
