/**
 * Reports in plain English that the page could not start. Uses the browser's default styles only, because
 * neither translations nor style sheets may have loaded.
 */
export function showBootFailure(page: Document, tryAgain: () => void): void {
  page.documentElement.lang = 'en'
  page.title = 'Tavla could not be loaded'
  const main = page.createElement('main')
  main.setAttribute('role', 'alert')
  Object.assign(main.style, {
    boxSizing: 'border-box',
    maxWidth: '480px',
    margin: '0 auto',
    padding: '20vh 24px 24px',
    font: '16px/1.5 system-ui, sans-serif',
    color: 'CanvasText',
  })
  const title = page.createElement('h1')
  title.textContent = page.title
  Object.assign(title.style, { fontSize: '24px', lineHeight: '1.25', margin: '0 0 8px' })
  const text = page.createElement('p')
  text.textContent = 'Part of the page didn’t load. Check your connection and try again. Your work is safe.'
  const button = page.createElement('button')
  button.type = 'button'
  button.textContent = 'Try again'
  Object.assign(button.style, { font: 'inherit', minHeight: '44px', padding: '0 20px' })
  button.addEventListener('click', tryAgain)
  main.append(title, text, button)
  page.body.replaceChildren(main)
  button.focus()
}
