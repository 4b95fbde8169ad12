import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const chromium = process.env.TILLMARK_CHROMIUM;

export default defineConfig({
  testDir: 'specs',
  outputDir: join(import.meta.dirname, '..', 'test-results'),
  // Each test runs its own service; more workers only make them slow.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
