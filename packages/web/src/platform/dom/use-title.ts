import { useEffect } from 'react'

const product = 'Tavla'

/** What the tab, the history and a reader of the screen call this page. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${product}` : product
    return () => {
      document.title = product
    }
  }, [title])
}
