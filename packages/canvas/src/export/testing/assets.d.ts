// What the tests' bundler makes of files that are no modules.

declare module '@fontsource/*'

declare module '*?url' {
  const address: string
  export default address
}
