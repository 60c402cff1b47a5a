import type { Product, Subscription } from '@tavla/contract'

export const isActive = ({ state }: Subscription): boolean => state === 'active' || state === 'grace'

interface Wanted {
  /** Nobody else fits the fullest board. */
  readonly isFull: boolean
  /** Somebody asks for a seat. */
  readonly isAsked: boolean
}

/** As many seats as are in use, and one more where nobody else would fit. */
export function getFirstSeats(bought: Subscription, { isFull, isAsked }: Wanted): number {
  const { paid, used } = bought.seats
  if (isActive(bought)) return isAsked ? Math.max(paid, used) + 1 : paid + (used >= paid ? 1 : 0)
  return Math.max(1, used + (isFull || isAsked ? 1 : 0))
}

/** What a change of plan or seats makes of the next invoice; null: the plan is cancelled and there is none. */
export function getNextPayment(
  bought: Subscription,
  product: Pick<Product, 'num' | 'price'>,
  seats: number,
  now: number,
): { readonly amount: number; readonly at: string } | null {
  if (!bought.autoRenew) return null
  const amount = Math.max(0, product.price * seats - bought.credit)
  if (bought.num === product.num && bought.expireTime !== null) return { amount, at: bought.expireTime }
  // Another period begins with the change.
  const at = new Date(now)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + product.num)
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return { amount, at: at.toISOString() }
}
