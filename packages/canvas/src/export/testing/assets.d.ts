// Imports of files that are no modules, as resolved by the test bundler.

declare module '@fontsource/*'

declare module '*?url' {
  const address: string
  export default address
}

declare module '*.css'
