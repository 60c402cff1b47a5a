import type { ShellTexts } from './shell-texts.ts'

/** A self-contained page of the shell, with inline style and script. */
export interface OwnPage {
  readonly texts: ShellTexts
  readonly title: string
  readonly content: string
  /** Script of the page; `tavlaShell(message)` resolves with the answer. */
  readonly script: string
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function renderPage({ texts, title, content, script }: OwnPage): string {
  return `<!doctype html><html lang="${texts.language}"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(logo)}"><style>${style}</style>
<main><div class="logo">${logo}<span>Tavla</span></div>${content}</main>
<script type="module">${script}</script></html>`
}

/** Why a server cannot be used. */
export type ServerFault = 'invalid' | 'unreachable' | 'other'

/** First start: asks for the server. Errors are shown at the field, as is the one of a server given by a start. */
export function chooseServerPage(texts: ShellTexts, before: string, fault?: ServerFault): string {
  const { t } = texts
  const content = `<h1>${escapeHtml(t('server.title'))}</h1><p>${escapeHtml(t('server.text'))}</p>
<form novalidate><label for="address">${escapeHtml(t('server.address'))}</label>
<input id="address" name="address" value="${escapeHtml(before)}" placeholder="https://board.example.org" autofocus
 autocomplete="url" inputmode="url" spellcheck="false" aria-describedby="note" aria-invalid="${fault !== undefined}">
<p id="note" role="alert">${fault === undefined ? '' : escapeHtml(t(`server.${fault}`))}</p><button>${escapeHtml(t('server.continue'))}</button></form>`
  const words = JSON.stringify({
    invalid: t('server.invalid'),
    unreachable: t('server.unreachable'),
    other: t('server.other'),
  }).replaceAll('<', '\\u003c')
  return renderPage({
    texts,
    title: t('server.title'),
    content,
    script: `const words = ${words}
const form = document.querySelector('form'), field = form.address, note = document.querySelector('#note')
const button = form.querySelector('button')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  button.disabled = true
  note.textContent = ''
  const fault = await tavlaShell({ verb: 'useServer', address: field.value }).catch(() => 'invalid')
  button.disabled = false
  note.textContent = words[fault] ?? ''
  field.setAttribute('aria-invalid', String(fault in words))
  field.focus()
})`,
  })
}

export interface UnreachableServer {
  readonly origin: string
  /** Error of the browser, such as `net::ERR_CONNECTION_REFUSED`; may be empty. */
  readonly reason: string
  /** The server is on this computer, where `npm start` would run it. */
  readonly isHere: boolean
}

/**
 * Shown if the server does not answer and its page was never opened before. Continues automatically when it does.
 */
export function unreachablePage(texts: ShellTexts, server: UnreachableServer): string {
  const { t } = texts
  const host = new URL(server.origin).host
  const content = `<h1>${escapeHtml(t('away.title'))}</h1>
<p>${escapeHtml(t(server.isHere ? 'away.textHere' : 'away.text', { server: host }))}</p>
${server.reason === '' ? '' : `<p class="reason">${escapeHtml(server.reason)}</p>`}
<div class="acts"><button id="retry">${escapeHtml(t('away.retry'))}</button>
<button id="change" class="quiet">${escapeHtml(t('away.change'))}</button></div>`
  return renderPage({
    texts,
    title: t('away.title'),
    content,
    script: `const ask = (verb) => tavlaShell({ verb }).catch(() => undefined)
const retry = document.querySelector('#retry')
retry.addEventListener('click', async () => {
  retry.disabled = true
  await ask('retry')
  retry.disabled = false
})
document.querySelector('#change').addEventListener('click', () => ask('changeServer'))
retry.focus()`,
  })
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" width="28" height="28" aria-hidden="true"><path d="M15 21 21 15H17a2 2 0 0 0-2 2z" fill="#C4472B"/><path d="M5 3h14a2 2 0 0 1 2 2v10l-6 6H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z" stroke="#C4472B" stroke-width="2" stroke-linejoin="round"/></svg>`

// Colours of the web's theme. Its fonts are on the server, which these pages cannot access.
const style = `:root{color-scheme:light dark;--paper:light-dark(#faf9f6,#17181a);--ink:light-dark(#1f2023,#ecebe8);
--dim:light-dark(#5f6166,#a5a6aa);--line:light-dark(#8c8d91,#77787c);--accent:light-dark(#b03c22,#e07a5f);
--on:light-dark(#fff,#17181a);--fault:light-dark(#b3261e,#f2b8b5)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;
background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{width:100%;max-width:26rem}.logo{display:flex;align-items:center;gap:8px;font-weight:600;margin-bottom:32px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 8px;letter-spacing:-.01em}p{margin:0 0 24px;color:var(--dim);
overflow-wrap:anywhere}label{display:block;font-weight:500;margin-bottom:6px}
input{width:100%;height:44px;padding:0 12px;font:inherit;color:inherit;background:transparent;
border:1px solid var(--line);border-radius:8px}input[aria-invalid=true]{border-color:var(--fault)}
#note{min-height:1.5em;margin:6px 0 12px;color:var(--fault);font-size:.875rem}
.reason{font:.8125rem/1.5 ui-monospace,monospace}.acts{display:flex;flex-wrap:wrap;gap:8px}
button{min-height:44px;padding:0 20px;font:inherit;font-weight:600;border-radius:8px;border:1px solid var(--accent);
background:var(--accent);color:var(--on);cursor:pointer}form button{width:100%}
button.quiet{background:none;border-color:transparent;color:var(--ink)}button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(max-width:420px){.acts button{width:100%}}`
