import type { PlanName } from '@tavla/contract'

/** A product: one plan for a billing period of some months. */
export interface PricedProduct {
  readonly id: string
  readonly plan: Exclude<PlanName, 'free'>
  readonly months: 1 | 12
  /** Per seat and billing period, in the smallest unit of the currency, including VAT. */
  readonly price: number
  readonly currency: string
  readonly seats: { readonly min: number; readonly max: number }
}

const currency = 'eur'

/** The price list; every amount sent to the payment provider comes from here. */
export const products: readonly PricedProduct[] = [
  { id: 'pro-1', plan: 'pro', months: 1, price: 600, currency, seats: { min: 1, max: 50 } },
  { id: 'pro-12', plan: 'pro', months: 12, price: 6_000, currency, seats: { min: 1, max: 50 } },
  { id: 'team-1', plan: 'team', months: 1, price: 1_000, currency, seats: { min: 1, max: 500 } },
  { id: 'team-12', plan: 'team', months: 12, price: 9_600, currency, seats: { min: 1, max: 500 } },
]

export const findProduct = (id: string): PricedProduct | null =>
  products.find((product) => product.id === id) ?? null
