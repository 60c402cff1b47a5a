import type { Product, Subscription } from '@tavla/contract'

export const isActive = ({ state }: Subscription): boolean => state === 'active' || state === 'grace'

interface SeatDemand {
  /** The board with the most members has reached its limit. */
  readonly isFull: boolean
  /** The order answers a seat request. */
  readonly isRequested: boolean
}

/** The seats in use, and one more when that is needed for the next member. */
export function getInitialSeats(subscription: Subscription, { isFull, isRequested }: SeatDemand): number {
  const { paid, used } = subscription.seats
  if (isActive(subscription)) return isRequested ? Math.max(paid, used) + 1 : paid + (used >= paid ? 1 : 0)
  return Math.max(1, used + (isFull || isRequested ? 1 : 0))
}

/** The next invoice after a change; null if the plan is cancelled. */
export function getNextPayment(
  subscription: Subscription,
  product: Pick<Product, 'num' | 'price'>,
  seats: number,
  now: number,
): { readonly amount: number; readonly at: string } | null {
  if (!subscription.autoRenew) return null
  const amount = Math.max(0, product.price * seats - subscription.credit)
  if (subscription.num === product.num && subscription.expireTime !== null)
    return { amount, at: subscription.expireTime }
  // A change of the billing period starts a new period.
  const at = new Date(now)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + product.num)
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return { amount, at: at.toISOString() }
}
