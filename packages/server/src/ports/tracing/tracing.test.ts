import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { noTracing } from './port.ts'

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) })
const Span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(Attribute),
})
const Received = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** The receiving end of OTLP/HTTP. */
class Collector {
  readonly bodies: string[] = []
  readonly keys: unknown[] = []
  status = 200
  readonly #server: Server = createServer((request, response) => {
    this.keys.push(request.headers['x-key'])
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') this.bodies.push(body)
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
    })
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get resources() {
    return this.bodies.flatMap((body) => Received.parse(JSON.parse(body)).resourceSpans)
  }

  get spans() {
    return this.resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  }

  find(name: string) {
    const found = this.spans.find((span) => span.name === name)
    if (!found) throw new Error(`No span ${name}`)
    return found
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const getText = (attributes: z.infer<typeof Attribute>[], name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue

describe('traces', () => {
  let collector: Collector
  let endpoint: string
  let server: TestServer | null = null
  beforeEach(async () => {
    collector = new Collector()
    endpoint = await collector.start()
  })
  afterEach(async () => {
    await server?.stop()
    server = null
    await collector.stop()
  })

  async function start(env: Record<string, string> = {}): Promise<TestServer> {
    server = await testServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } })
    return server
  }
  /** Stopping sends what waits. */
  async function stop(): Promise<void> {
    await server?.stop()
    server = null
  }
  const register = { email: 'ada@example.com', password: 'correct horse battery' }
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const ask = ({ url }: TestServer) => fetch(`${url}/api/config`, { headers: { traceparent: parent } })

  it('have a call, its statements as children, and its jobs, and nothing that people typed', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key', OTEL_SERVICE_NAME: 'board' })
    await running.as(null).auth.register({ body: register })
    await running.settle()
    await stop()
    const call = collector.find('auth.register')
    expect(getText(call.attributes, 'http.route')).toBe('/api/user/register')
    const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'insert', 'commit']))
    expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([call.traceId]))
    expect(collector.spans.some(({ name }) => name.startsWith('job '))).toBe(true)
    expect(getText(collector.resources[0]?.resource.attributes ?? [], 'service.name')).toBe('board')
    expect(new Set(collector.keys)).toEqual(new Set(['a key']))
    for (const secret of Object.values(register)) expect(collector.bodies.join()).not.toContain(secret)
  })

  it('go on where the proxy began them, and only behind a proxy', async () => {
    await ask(await start({ TRUST_PROXY: '1' }))
    await stop()
    expect(collector.find('auth.config')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
    collector.bodies.length = 0
    await ask(await start())
    await stop()
    expect(collector.find('auth.config').traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  })

  it('are left out by the share that is set', async () => {
    await ask(await start({ OTEL_TRACES_SAMPLER_ARG: '0' }))
    await stop()
    expect(collector.bodies).toEqual([])
  })

  it('that nobody takes are logged, and hold nothing up', async () => {
    const running = await start()
    collector.status = 400
    expect((await ask(running)).status).toBe(200)
    await stop()
    expect(running.log.filter((line) => line.includes('Traces could not be sent'))).toHaveLength(1)
  })

  it('are made only where they are configured', async () => {
    server = await testServer()
    expect(server.app.tracing).toBe(noTracing)
    for (const wrong of ['nonsense', 'x-key=a%2', 'x-key=%ff'])
      expect(() =>
        readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: wrong }),
      ).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs')
  })
})
