import type { HostRequest } from '@tavla/canvas'

export interface HostRequests {
  send(request: HostRequest): void
  /** Handles all requests from now on, and those that wait. Returns a function that ends it. */
  setHandler(handler: (request: HostRequest) => void): () => void
}

/**
 * Requests of a board to the interface around it, in order. They wait until the interface is there.
 *
 * A request is handled right after the event that it came from, so that the browser still allows what only a person may
 * cause, and with nothing of the board or of React on the stack: Firefox runs other tasks within `window.open`.
 */
export function createHostRequests(): HostRequests {
  const waiting: HostRequest[] = []
  let handle: ((request: HostRequest) => void) | undefined
  const deliver = () => {
    while (handle) {
      const request = waiting.shift()
      if (!request) return
      handle(request)
    }
  }
  return {
    send(request) {
      waiting.push(request)
      queueMicrotask(deliver)
    },
    setHandler(handler) {
      handle = handler
      queueMicrotask(deliver)
      return () => {
        if (handle === handler) handle = undefined
      }
    },
  }
}
