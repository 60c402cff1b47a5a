import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { defaultCurType, voiceRemainNotLoaded } from '@tavla/contract'
import type { GivenRole, PlanName, Product } from '@tavla/contract'

export type PaidPlan = Exclude<PlanName, 'free'>

/** The person who requested a seat; the started purchase approves the request. */
export interface SeatRequest {
  readonly wid: string
  readonly uid: string
  readonly role: GivenRole
  readonly name: string
}

export interface PaymentDeps<Provider> {
  readonly loadProducts: (plan: PaidPlan) => Promise<readonly Product[]>
  /** Remaining seconds of voice in the space; -1 is unlimited. */
  readonly loadVoiceRemain: (wid: string) => Promise<number>
  readonly loadPublicKey: () => Promise<string | null>
  readonly createProvider: (publicKey: string) => Provider
}

/** The payment state of spec §3. */
export interface Payment<Provider> {
  readonly offerShow: ReadonlySignal<boolean>
  readonly cartShow: ReadonlySignal<boolean>
  readonly proProduct: ReadonlySignal<readonly Product[]>
  /** The product whose `num` is `curType`; null if there is none. */
  readonly curPro: ReadonlySignal<Product | null>
  /** Months. */
  readonly curType: ReadonlySignal<number>
  /** The plan whose products are in `proProduct`. */
  readonly plan: ReadonlySignal<PaidPlan>
  readonly successfullPop: ReadonlySignal<boolean>
  readonly emailAddress: ReadonlySignal<string>
  /** -2 not loaded, null failed, -1 unlimited, else seconds. */
  readonly voiceRemain: ReadonlySignal<number | null>
  readonly publicKey: ReadonlySignal<string | null>
  readonly provider: ReadonlySignal<Provider | null>
  /** The person for whom the next purchase approves a seat; null for none. */
  readonly seatRequest: ReadonlySignal<SeatRequest | null>

  setOffer(open: boolean): void
  setCart(open: boolean): void
  setSuccess(shown: boolean): void
  choose(curType: number): void
  /** Loads the products of another plan; the period stays as chosen. */
  choosePlan(plan: PaidPlan): Promise<void>
  setEmailAddress(address: string): void
  setSeatRequest(request: SeatRequest | null): void
  loadProducts(): Promise<void>
  loadVoiceRemain(wid: string): Promise<void>
  loadPublicKey(): Promise<void>
}

/** Loading failures are silent, with an empty list or null; spec §8. */
export function createPayment<Provider>(deps: PaymentDeps<Provider>): Payment<Provider> {
  const offerShow = signal(false)
  const cartShow = signal(false)
  const successfullPop = signal(false)
  const proProduct = signal<readonly Product[]>([])
  const plan = signal<PaidPlan>('pro')
  const curType = signal(defaultCurType)
  const curPro = computed(() => proProduct.value.find(({ num }) => num === curType.value) ?? null)
  const emailAddress = signal('')
  const voiceRemain = signal<number | null>(voiceRemainNotLoaded)
  const publicKey = signal<string | null>(null)
  const provider = signal<Provider | null>(null)
  const seatRequest = signal<SeatRequest | null>(null)

  const loadProducts = async () => {
    const requestedPlan = plan.value
    const loaded = await deps.loadProducts(requestedPlan).catch(() => [])
    // Another plan may have been chosen in the meantime.
    if (plan.value === requestedPlan) proProduct.value = loaded
  }

  return {
    plan,
    offerShow,
    cartShow,
    proProduct,
    curPro,
    curType,
    successfullPop,
    emailAddress,
    voiceRemain,
    publicKey,
    provider,
    seatRequest,
    setOffer: (open) => void (offerShow.value = open),
    setCart(open) {
      cartShow.value = open
      if (open) offerShow.value = false
    },
    setSuccess(shown) {
      successfullPop.value = shown
      if (!shown) return
      offerShow.value = false
      cartShow.value = false
    },
    choose: (next) => void (curType.value = next),
    setSeatRequest: (request) => void (seatRequest.value = request),
    setEmailAddress: (address) => void (emailAddress.value = address),
    choosePlan(next) {
      plan.value = next
      return loadProducts()
    },
    loadProducts,
    async loadVoiceRemain(wid) {
      voiceRemain.value = await deps.loadVoiceRemain(wid).catch(() => null)
    },
    async loadPublicKey() {
      const key = await deps.loadPublicKey().catch(() => null)
      publicKey.value = key
      provider.value = key === null ? null : deps.createProvider(key)
    },
  }
}
