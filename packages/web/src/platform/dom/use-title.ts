import { useEffect } from 'react'

const product = 'Tavla'

/** Title of the page in tab, browser history and screen readers. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${product}` : product
    return () => {
      document.title = product
    }
  }, [title])
}
