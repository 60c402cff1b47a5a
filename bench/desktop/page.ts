/** Evaluates expressions in the first page of a browser that listens on a debugging port. */

interface Target {
  readonly type: string
  readonly url: string
  readonly webSocketDebuggerUrl: string
}

const retryMs = 15

/**
 * The result of an expression in the first page whose URL starts with `url`. Asked again until the page is there: it is
 * navigated while the app starts, which ends the evaluation.
 */
export async function evaluate<Value>(port: number, url: string, expression: string, capMs: number): Promise<Value> {
  const end = Date.now() + capMs
  for (;;) {
    const found = await findTarget(port, url)
    const result = found && (await ask<Value>(found.webSocketDebuggerUrl, expression))
    if (result) return result.value
    if (Date.now() > end) throw new Error(`${url} did not answer within ${capMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

async function findTarget(port: number, url: string): Promise<Target | undefined> {
  try {
    const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[]
    return list.find((target) => target.type === 'page' && target.url.startsWith(url))
  } catch {
    return undefined
  }
}

function ask<Value>(address: string, expression: string): Promise<{ value: Value } | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address)
    const finish = (result?: { value: Value }) => {
      socket.close()
      resolve(result)
    }
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, awaitPromise: true, returnByValue: true } }),
      )
    socket.onmessage = ({ data }) => {
      const { result } = JSON.parse(String(data)) as { result?: { result?: { value?: Value }; exceptionDetails?: unknown } }
      if (result?.result && !result.exceptionDetails) finish({ value: result.result.value as Value })
      else finish()
    }
    socket.onclose = () => resolve(undefined)
    socket.onerror = () => finish()
  })
}
