import type { PlanName } from '@tavla/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clock, sleep } from '../../platform/dom/clock.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import type { SeatRequest } from '../../state/payment.ts'

/**
 * Limits and usage of the plan of a space's owner, or of the caller's own. Quiet, because who may not see them must not
 * get an error.
 */
export function useLimits(wid: string | null = null) {
  const query = callQuery(api.space.limits, { query: { wid: wid ?? undefined } }, { quiet: true })
  return useQuery({
    ...query,
    async queryFn(context) {
      const limits = await query.queryFn(context)
      if (wid === null) session.setLimits(limits)
      return limits
    },
  })
}

const subscriptionQuery = callQuery(api.subscription.current, {}, { quiet: true })

/** The caller's subscription. */
export function useSubscription({ enabled = true } = {}) {
  return useQuery({ ...subscriptionQuery, enabled })
}

export function usePayments(page: number) {
  return useQuery({
    ...callQuery(api.subscription.payments, { query: { page } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
}

export interface Choice {
  readonly productId: string
  readonly quantity: number
}

const noChoice: Choice = { productId: '', quantity: 0 }

/** Shorter than the time for which the server accepts a previewed amount. */
const PREVIEW_REFRESH_MS = 4 * 60_000

/** Cost of a change; fetched again with each choice and periodically. */
export function usePreview(choice: Choice | null) {
  return useQuery({
    ...callQuery(
      api.subscription.change,
      { body: { ...(choice ?? noChoice), preview: true } },
      { quiet: true },
    ),
    enabled: choice !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_REFRESH_MS,
  })
}

/** Cancels or resumes the plan. */
export function useRenewal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (renews: boolean) =>
      renews ? api.subscription.resume({}, { quiet: true }) : api.subscription.cancel({}, { quiet: true }),
    onSuccess(subscription) {
      client.setQueryData(subscriptionQuery.queryKey, subscription)
      return session.loadVip()
    },
  })
}

const ACTIVATION_TIMEOUT_MS = 30_000
const ACTIVATION_POLL_MS = 500

/** The subscription to wait for, until the provider's webhook has activated it. */
export interface ExpectedPlan {
  readonly plan: PlanName
  readonly num: number
  readonly seats: number
}

/** Waits until a paid plan is active; false after the timeout. */
async function waitForPlan({ plan, num, seats }: ExpectedPlan): Promise<boolean> {
  for (
    const end = clock.now() + ACTIVATION_TIMEOUT_MS;
    clock.now() < end;
    await sleep(ACTIVATION_POLL_MS, clock)
  ) {
    const now = await api.subscription.current({}, { quiet: true }).catch(() => null)
    if (now?.plan === plan && now.num === num && now.seats.paid === seats) return true
  }
  return false
}

/** After a payment: waits until the plan is active, then refetches everything that depends on limits. */
export function useActivation() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(expected: ExpectedPlan) {
      const isActive = await waitForPlan(expected)
      await session.loadVip().catch(() => undefined)
      await client.invalidateQueries()
      return isActive
    },
    onSuccess: () => payment.setSuccess(true),
  })
}

export interface Order extends Choice {
  readonly emailAddress: string
  readonly promo: string
  /** The access request that it approves. */
  readonly seatRequest: SeatRequest | null
}

/** Starts a purchase or changes the subscription; returns the amount due and the secret for the card form. */
export function useOrder(isChange: boolean) {
  return useMutation({
    async mutationFn({ productId, quantity, emailAddress, promo, seatRequest }: Order) {
      const accessRequest = seatRequest && {
        ...{ wid: seatRequest.wid, uid: seatRequest.uid, role: seatRequest.role },
      }
      const item = { productId, quantity, ...(accessRequest ? { accessRequest } : {}) }
      if (isChange) {
        const { payment: due } = await api.subscription.change({ body: item }, { quiet: true })
        return { clientSecret: due?.clientSecret ?? null, amount: due?.amount ?? 0 }
      }
      const body = { ...item, emailAddress, ...(promo === '' ? {} : { promo }) }
      return api.subscription.create({ query: { lang: getLanguage() }, body }, { quiet: true })
    },
  })
}

/** Whether this server sells plans. */
export const useHasOffers = (): boolean => useSignal(payment.proProduct).length > 0
