import { defineConfig } from 'vite'

/** The board for notebooks and for the documentation: one module and its styles, committed beside the Python class. */
export default defineConfig({
  build: {
    target: 'es2022',
    outDir: '../src/merels/notebook',
    emptyOutDir: false, // Python modules live there
    copyPublicDir: false,
    lib: { entry: 'src/widget/widget.ts', formats: ['es'], fileName: () => 'widget.js', cssFileName: 'widget' },
  },
})
