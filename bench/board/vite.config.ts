import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const app = process.env['BENCH_APP']
if (!app) throw new Error('say which app to build in BENCH_APP')

const injected = {
  outDir: '../../build/tavla',
  emptyOutDir: true,
  lib: { entry: 'inject.ts', formats: ['iife' as const], name: 'tavlaInject', fileName: () => 'inject.js' },
}

/** Separate output folders, so that a build does not affect a running benchmark. */
export default defineConfig({
  root: `apps/${app}`,
  base: '/',
  plugins: [react()],
  define: { 'process.env.IS_PREACT': '"false"' },
  build:
    app === 'tavla'
      ? injected
      : { outDir: `../../build/${app}`, emptyOutDir: true, chunkSizeWarningLimit: 20_000 },
})
