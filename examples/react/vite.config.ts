import react from '@vitejs/plugin-react'
import { worldPlugin } from '@wfhost/mock-server/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  // In the mode worker, the world is in the page instead.
  plugins: [react(), mode === 'development' ? worldPlugin() : undefined],
  test: { environment: 'jsdom' },
}))
