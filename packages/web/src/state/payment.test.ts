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
  it('starts with curType 12, voiceRemain -2, no products, no email address and everything closed', () => {
    const payment = setUp()
    expect(payment.curType.value).toBe(12)
    expect(payment.voiceRemain.value).toBe(-2)
    expect(payment.proProduct.value).toEqual([])
    expect(payment.curPro.value).toBeNull()
    expect(payment.emailAddress.value).toBe('')
    expect([payment.publicKey.value, payment.provider.value]).toEqual([null, null])
    expect([payment.offerShow.value, payment.cartShow.value, payment.successfullPop.value]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('setting successfullPop true closes the offer and the cart', () => {
    const payment = setUp()
    payment.setCart(true)
    payment.setOffer(true)
    payment.setSuccess(true)
    expect([payment.offerShow.value, payment.cartShow.value]).toEqual([false, false])
    expect(payment.successfullPop.value).toBe(true)
  })

  it('setting successfullPop false closes and opens nothing', () => {
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

  it('changing curType selects the product whose num equals it, or an empty selection if none matches', async () => {
    const payment = setUp()
    await payment.loadProducts()
    expect(payment.curPro.value?.num).toBe(12)
    payment.choose(1)
    expect(payment.curPro.value?.num).toBe(1)
    payment.choose(3)
    expect(payment.curPro.value).toBeNull()
  })

  it('loading products keeps the current selection in sync', async () => {
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

  it('loading the remaining voice time sets voiceRemain', async () => {
    const payment = setUp()
    await payment.loadVoiceRemain('w1')
    expect(payment.voiceRemain.value).toBe(300)
  })

  it('loading the public key sets publicKey and creates the payment object from it', async () => {
    const payment = setUp()
    await payment.loadPublicKey()
    expect(payment.publicKey.value).toBe('pk_1')
    expect(payment.provider.value).toBe('provider of pk_1')
  })

  it('without a public key there is no payment object', async () => {
    const payment = setUp({ loadPublicKey: async () => null })
    await payment.loadPublicKey()
    expect(payment.provider.value).toBeNull()
  })

  it('keeps the email address for receipts until it is changed', () => {
    const payment = setUp()
    payment.setEmailAddress('books@example.com')
    payment.setCart(true)
    payment.setSuccess(true)
    expect(payment.emailAddress.value).toBe('books@example.com')
  })

  it('failed loads are an empty list or null, silently', async () => {
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
