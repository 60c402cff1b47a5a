import type { Product } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { createPayment } from './payment.ts'
import type { PaymentDeps } from './payment.ts'
import { product } from './testing.ts'

function setUp(deps: Partial<PaymentDeps<string>> = {}) {
  return createPayment<string>({
    loadProducts: async () => [product(1), product(12)],
    loadVoiceRemain: async () => 300,
    loadPublicKey: async () => 'pk_1',
    createProvider: (key) => `provider of ${key}`,
    ...deps,
  })
}

describe('payment state', () => {
  it('starts with curType 12, voiceRemain -2 and everything closed', () => {
    const payment = setUp()
    expect(payment.curType.value).toBe(12)
    expect(payment.voiceRemain.value).toBe(-2)
    expect(payment.curPro.value).toBeNull()
    expect([payment.offerShow.value, payment.cartShow.value, payment.successfullPop.value]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('setting successfullPop closes the offer and the cart', () => {
    const payment = setUp()
    payment.setCart(true)
    payment.setOffer(true)
    payment.setSuccess(true)
    expect([payment.offerShow.value, payment.cartShow.value]).toEqual([false, false])
    expect(payment.successfullPop.value).toBe(true)
  })

  it('resetting successfullPop opens nothing', () => {
    const payment = setUp()
    payment.setOffer(true)
    payment.setSuccess(false)
    expect(payment.offerShow.value).toBe(true)
  })

  it('opening the cart closes the offer; closing it leaves the offer alone', () => {
    const payment = setUp()
    payment.setOffer(true)
    payment.setCart(true)
    expect([payment.offerShow.value, payment.cartShow.value]).toEqual([false, true])
    payment.setOffer(true)
    payment.setCart(false)
    expect(payment.offerShow.value).toBe(true)
  })

  it('curType selects the product with that num, or none', async () => {
    const payment = setUp()
    await payment.loadProducts()
    expect(payment.curPro.value?.num).toBe(12)
    payment.choose(1)
    expect(payment.curPro.value?.num).toBe(1)
    payment.choose(3)
    expect(payment.curPro.value).toBeNull()
  })

  it('loading products keeps the selection in sync', async () => {
    let offered = [product(1)]
    const payment = setUp({ loadProducts: async () => offered })
    await payment.loadProducts()
    expect(payment.curPro.value).toBeNull()
    offered = [product(1), { ...product(12), price: 7 }]
    await payment.loadProducts()
    expect(payment.curPro.value).toMatchObject({ num: 12, price: 7 })
  })

  it('loading another plan’s products keeps the chosen period, and a late answer for the previous plan is ignored', async () => {
    let answerPro = (_list: Product[]) => {}
    const payment = setUp({
      loadProducts: (plan) =>
        plan === 'pro'
          ? new Promise((resolve) => (answerPro = resolve))
          : Promise.resolve([{ ...product(1), price: 5 }]),
    })
    payment.choose(1)
    const pro = payment.loadProducts()
    await payment.choosePlan('team')
    answerPro([product(1)])
    await pro
    expect([payment.plan.value, payment.curType.value, payment.curPro.value?.price]).toEqual(['team', 1, 5])
  })

  it('reads the remaining voice time from the answer', async () => {
    const payment = setUp()
    await payment.loadVoiceRemain('w1')
    expect(payment.voiceRemain.value).toBe(300)
  })

  it('creates the provider from the public key', async () => {
    const payment = setUp()
    await payment.loadPublicKey()
    expect(payment.publicKey.value).toBe('pk_1')
    expect(payment.provider.value).toBe('provider of pk_1')
  })

  it('has no provider when payments are off', async () => {
    const payment = setUp({ loadPublicKey: async () => null })
    await payment.loadPublicKey()
    expect(payment.provider.value).toBeNull()
  })

  it('fails silently: an empty list, null and null', async () => {
    const fail = () => Promise.reject(new Error('offline'))
    const payment = setUp({ loadProducts: fail, loadVoiceRemain: fail, loadPublicKey: fail })
    await payment.loadProducts()
    await payment.loadVoiceRemain('w1')
    await payment.loadPublicKey()
    expect(payment.proProduct.value).toEqual([])
    expect(payment.voiceRemain.value).toBeNull()
    expect(payment.publicKey.value).toBeNull()
    expect(payment.provider.value).toBeNull()
  })
})
