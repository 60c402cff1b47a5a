// Imports of files that are no modules, as resolved by the test bundler.

declare module '@fontsource/*'

declare module '*?url' {
  const address: string
  export default address
}

declare module '*.css'

declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  glob(
    pattern: string,
    options: { readonly query: '?url'; readonly import: 'default'; readonly eager: true },
  ): Record<string, string>
}
