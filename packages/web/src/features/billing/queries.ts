import type { PlanName } from '@tavla/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clock, sleep } from '../../platform/dom/clock.ts'
import { language } from '../../platform/i18n.ts'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import type { SeatRequest } from '../../state/payment.ts'

/**
 * What the plan allows and what is used of it: of the plan of a space's owner, or of one's own. Quiet: who cannot know
 * the numbers is not shown that they are missing.
 */
export function useLimits(wid: string | null = null) {
  const query = callQuery(api.space.limits, { query: { wid: wid ?? undefined } }, { quiet: true })
  return useQuery({
    ...query,
    async queryFn(context) {
      const limits = await query.queryFn(context)
      if (wid === null) session.limitsFound(limits)
      return limits
    },
  })
}

const subscriptionQuery = callQuery(api.subscription.current, {}, { quiet: true })

/** What I have bought. */
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

const none: Choice = { productId: '', quantity: 0 }

/** What the server promises to charge lasts longer than this. */
const PREVIEW_AGAIN_MS = 4 * 60_000

/** What a change of plan would cost now; asked for anew with each choice, and while one thinks about it. */
export function usePreview(choice: Choice | null) {
  return useQuery({
    ...callQuery(api.subscription.change, { body: { ...(choice ?? none), preview: true } }, { quiet: true }),
    enabled: choice !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  })
}

/** Cancels or resumes, without a question that the words on the page do not answer. */
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

const ARRIVES_WITHIN_MS = 30_000
const ASK_AGAIN_MS = 500

/** What was bought, until the provider's message has come and it counts. */
export interface Awaited {
  readonly plan: PlanName
  readonly num: number
  readonly seats: number
}

/** Waits for a plan that was paid; false: it takes longer than one waits in front of a page. */
async function isThere({ plan, num, seats }: Awaited): Promise<boolean> {
  for (const end = clock.now() + ARRIVES_WITHIN_MS; clock.now() < end; await sleep(ASK_AGAIN_MS, clock)) {
    const now = await api.subscription.current({}, { quiet: true }).catch(() => null)
    if (now?.plan === plan && now.num === num && now.seats.paid === seats) return true
  }
  return false
}

/** After a payment: waits until the plan counts, then everything that shows limits asks again. */
export function useArrival() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(awaited: Awaited) {
      const there = await isThere(awaited)
      await session.loadVip().catch(() => undefined)
      await client.invalidateQueries()
      return there
    },
    onSuccess: () => payment.setSuccess(true),
  })
}

export interface Order extends Choice {
  readonly emailAddress: string
  readonly promo: string
  /** Whom it lets in. */
  readonly seatRequest: SeatRequest | null
}

/** Begins the purchase, or changes what was bought before; the answer says what is due and how it is paid. */
export function useOrder(change: boolean) {
  return useMutation({
    async mutationFn({ productId, quantity, emailAddress, promo, seatRequest }: Order) {
      const accessRequest = seatRequest && {
        ...{ wid: seatRequest.wid, uid: seatRequest.uid, role: seatRequest.role },
      }
      const item = { productId, quantity, ...(accessRequest ? { accessRequest } : {}) }
      if (change) {
        const { payment: due } = await api.subscription.change({ body: item }, { quiet: true })
        return { clientSecret: due?.clientSecret ?? null, amount: due?.amount ?? 0 }
      }
      const body = { ...item, emailAddress, ...(promo === '' ? {} : { promo }) }
      return api.subscription.create({ query: { lang: language() }, body }, { quiet: true })
    },
  })
}

/** Is anything for sale on this server? */
export const useHasOffers = (): boolean => useSignal(payment.proProduct).length > 0
