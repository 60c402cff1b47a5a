import { defineConfig } from 'vite'

/** The shell as one file for the packages. What has compiled parts is put beside it. */
export default defineConfig({
  build: {
    outDir: 'dist',
    ssr: 'src/main.ts',
    target: 'node24',
    // Functions are sent to pages as their source, so that names must stay.
    minify: false,
  },
  ssr: { noExternal: true, external: ['uiohook-napi'] },
})
