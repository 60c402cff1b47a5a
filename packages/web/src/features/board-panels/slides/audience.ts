import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBoard } from '../board-context.ts'

/** What the presenter's window sends to the window for the audience, and `ask` of that one when it opens. */
type AudienceMessage =
  | { readonly type: 'show'; readonly page: string; readonly slide: string }
  | { readonly type: 'end' }
  | { readonly type: 'ask' }

/** Query parameter of the window for the audience. */
const parameter = 'audience'

export function isAudienceWindow(query: string): boolean {
  return new URLSearchParams(query).get(parameter) === '1'
}

/** The URL of the window for the audience of a board that is open at this URL. */
export function getAudienceUrl(url: string): string {
  const next = new URL(url)
  next.searchParams.set(parameter, '1')
  next.hash = ''
  return next.href
}

const openChannel = (wid: string): BroadcastChannel => new BroadcastChannel(`tavla-slideshow:${wid}`)

function readMessage(data: unknown): AudienceMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'ask' || data.type === 'end') return { type: data.type }
  const { page, slide } = data as Readonly<Record<string, unknown>>
  const isShown = data.type === 'show' && typeof page === 'string' && typeof slide === 'string'
  return isShown ? { type: 'show', page, slide } : undefined
}

/** Shows the presenter's slide in other windows of this browser; `open` opens one. */
export function useAudience(slide: string | null): { open(): void } {
  const { board, space } = useBoard()
  const channel = useRef<BroadcastChannel>(undefined)
  const show = useEffectEvent(() => {
    const page = board.state.page.peek()
    if (slide !== null && page !== null)
      channel.current?.postMessage({ type: 'show', page, slide } satisfies AudienceMessage)
  })
  useEffect(() => {
    const opened = openChannel(space.wid)
    channel.current = opened
    opened.onmessage = ({ data }) => {
      if (readMessage(data)?.type === 'ask') show()
    }
    return () => {
      opened.postMessage({ type: 'end' } satisfies AudienceMessage)
      opened.close()
    }
  }, [space.wid])
  useEffect(() => show(), [slide])
  return {
    open: () =>
      void window.open(
        getAudienceUrl(location.href),
        `tavla-audience-${space.wid}`,
        'popup,width=1280,height=720',
      ),
  }
}

/** The slide of the presenter; null until one is shown and after the slideshow has ended. */
export function usePresentersSlide(wid: string): { readonly page: string; readonly slide: string } | null {
  const [shown, setShown] = useState<{ readonly page: string; readonly slide: string } | null>(null)
  useEffect(() => {
    const channel = openChannel(wid)
    channel.onmessage = ({ data }) => {
      const message = readMessage(data)
      if (message?.type === 'show') setShown({ page: message.page, slide: message.slide })
      else if (message?.type === 'end') setShown(null)
    }
    channel.postMessage({ type: 'ask' } satisfies AudienceMessage)
    return () => channel.close()
  }, [wid])
  return shown
}
