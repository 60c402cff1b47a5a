import { defineConfig } from 'vite'

/** The shell for the packages: the entry and one file with all else. What has compiled parts is put beside them. */
export default defineConfig({
  build: {
    outDir: 'dist',
    ssr: 'src/main.ts',
    target: 'node24',
    // Functions are sent to pages as their source, so that names must stay.
    minify: false,
    // Texts are found by their place relative to the files.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: true, external: ['uiohook-napi'] },
})
