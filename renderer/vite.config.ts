import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { variables } from './app/theme.ts';

/** Where the service runs while the page is developed with `vite`. */
const service = process.env.TILLMARK_URL ?? 'http://localhost:5618';

/** Puts the variables of the theme into its style sheet, as the pages may have no style tags. */
function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/app/theme.css') ? variables() + code : undefined),
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The Electron shell and a reverse proxy may serve the page under another path.
  base: './',
  plugins: [react(), themeVariables()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // Everything stays a file of its own: the content security policy knows 'self' only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The control page of a register, the page of the portal, and that of a digital receipt.
    rolldownOptions: {
      input: ['index.html', 'portal.html', 'receipt.html'].map((page) =>
        fileURLToPath(new URL(page, import.meta.url)),
      ),
    },
    // Read from the same machine, and kept by the cache.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/control': service } },
});
