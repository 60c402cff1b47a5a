/** The CSP nonce that the server wrote into the document. */
export function getStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * The library that locks scrolling under dialogs also writes a style tag, and looks for the nonce under
 * this name only.
 */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: getStyleNonce() })
}
