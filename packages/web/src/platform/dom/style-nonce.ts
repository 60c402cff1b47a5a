/** The nonce of this page, which the server wrote into the document. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** What keeps the page still under a dialog writes a style tag too, and looks for the nonce under this name only. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
