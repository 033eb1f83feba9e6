// How the pages are built. The server forbids inline scripts and styles, so everything stays in files of its own.
import { defineConfig } from 'vite';

// The host stays as the browser knows it, because the server refuses what comes from pages of another.
const server = { target: 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { ...server, ws: true },
    },
  },
});
