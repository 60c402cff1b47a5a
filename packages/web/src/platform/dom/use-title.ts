import { useEffect } from 'react'

const product = 'Tavla'

let title: string | undefined
let count = 0

function update(): void {
  document.title = `${count > 0 ? `(${count}) ` : ''}${title ? `${title} – ${product}` : product}`
}

/** Title of the page in tab, browser history and screen readers. */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    title = text
    update()
    return () => {
      title = undefined
      update()
    }
  }, [text])
}

/** Number in front of the title; 0 for none. */
export function setTitleCount(shown: number): void {
  count = shown
  update()
}
