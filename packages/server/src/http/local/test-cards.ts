import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../../ports/mail/email.ts'
import { SimError } from '../../ports/payments/simulator/objects.ts'
import type { Simulator } from '../../ports/payments/simulator/simulator.ts'
import { isFromHere, sendLocalPage } from './local.ts'

const Card = z.object({ client_secret: z.string().max(200), method: z.string().max(100) })
const Answer = z.object({ client_secret: z.string().max(200), approved: z.boolean() })

/**
 * Endpoints of the local card form for the sandbox provider. It receives names of test cards, never digits.
 */
export function serveTestCards(server: FastifyInstance, simulator: Simulator): void {
  server.post('/dev/payments/card', async (request, reply) => {
    const card = Card.safeParse(request.body)
    if (!isFromHere(request) || !card.success) return reply.callNotFound()
    const { client_secret: secret, method } = card.data
    const outcome = await simulator.enterCard(secret, method).catch(passRefusal)
    return outcome ? reply.header('cache-control', 'no-store').send(outcome) : reply.callNotFound()
  })
  server.post('/dev/payments/bank', async (request, reply) => {
    const answer = Answer.safeParse(request.body)
    if (!isFromHere(request) || !answer.success) return reply.callNotFound()
    const { client_secret: secret, approved } = answer.data
    const outcome = await simulator.authenticate(secret, approved).catch(passRefusal)
    return outcome ? reply.header('cache-control', 'no-store').send(outcome) : reply.callNotFound()
  })
  server.get<{ Params: { id: string } }>('/dev/payments/receipt/:id', async (request, reply) => {
    const invoice = isFromHere(request) ? await simulator.findInvoice(request.params.id) : null
    if (!invoice) return reply.callNotFound()
    const amount = new Intl.NumberFormat('en', { style: 'currency', currency: invoice.currency })
    return sendLocalPage(reply, {
      title: 'Test receipt',
      style: '',
      body: `<p>This is a test receipt on this computer. No money was taken.</p>
<p><b>${escapeHtml(invoice.id)}</b> · ${new Date(invoice.created * 1_000).toISOString().slice(0, 10)}</p>
<p>Total ${escapeHtml(amount.format(invoice.total / 100))} · ${escapeHtml(invoice.status)}</p>`,
    })
  })
}

function passRefusal(error: unknown): null {
  if (error instanceof SimError) return null
  throw error
}
