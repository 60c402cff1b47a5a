import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const app = process.env['BENCH_APP']
if (!app) throw new Error('say which app to build in BENCH_APP')

export default defineConfig({
  root: `apps/${app}`,
  base: '/',
  plugins: [react()],
  define: { 'process.env.IS_PREACT': '"false"' },
  build: { outDir: `../../build/${app}`, emptyOutDir: true, chunkSizeWarningLimit: 20_000 },
})
