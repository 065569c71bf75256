import { defineConfig } from 'vite'

/** Tools that run in Node: how fast the page's engine is, how it plays, and what reading static tables costs. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/tools',
    copyPublicDir: false,
    rolldownOptions: { input: ['tools/engine-speed.ts', 'tools/engine-uci.ts', 'tools/static-tables.ts'] },
  },
})
