import type { PaymentsPort } from './port.ts'

/** A port whose provider is loaded by its first call: an SDK takes 5 MB, and most servers sell nothing for hours. */
export function paymentsOnDemand(
  fixed: Pick<PaymentsPort, 'kind' | 'source' | 'publicKey'>,
  load: () => Promise<PaymentsPort>,
): PaymentsPort {
  let loading: Promise<PaymentsPort> | null = null
  const get = (): Promise<PaymentsPort> => (loading ??= load())
  return {
    ...fixed,
    createCustomer: async (...args) => (await get()).createCustomer(...args),
    setEmail: async (...args) => (await get()).setEmail(...args),
    removeCustomer: async (...args) => (await get()).removeCustomer(...args),
    findPromotion: async (...args) => (await get()).findPromotion(...args),
    subscribe: async (...args) => (await get()).subscribe(...args),
    previewChange: async (...args) => (await get()).previewChange(...args),
    change: async (...args) => (await get()).change(...args),
    setRenewal: async (...args) => (await get()).setRenewal(...args),
    cancel: async (...args) => (await get()).cancel(...args),
    startCard: async (...args) => (await get()).startCard(...args),
    useCard: async (...args) => (await get()).useCard(...args),
    findRefundedInvoice: async (...args) => (await get()).findRefundedInvoice(...args),
    fetchCustomer: async (...args) => (await get()).fetchCustomer(...args),
    readEvent: async (...args) => (await get()).readEvent(...args),
  }
}
