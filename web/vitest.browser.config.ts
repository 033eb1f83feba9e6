// Tests in a real browser against the real server: npm run test:browser. BLINDMATE_PROGRAM names the program, and
// BLINDMATE_CHROMIUM a browser other than Debian's.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    // One browser at a time: machines that run the tests are small, and conditions are waited for anyway.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
