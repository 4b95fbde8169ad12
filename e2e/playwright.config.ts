import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const chromium = process.env.TILLMARK_CHROMIUM;

export default defineConfig({
  testDir: 'specs',
  outputDir: join(import.meta.dirname, '..', 'test-results'),
  // They wait for each other more than they work.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], [join(import.meta.dirname, '..', 'build', 'testing', 'browser-reporter.ts')]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
    colorScheme: 'light',
    trace: 'off',
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
