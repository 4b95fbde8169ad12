import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { portalApiFile, portalApiText } from './portal-docs.ts';

test('docs/portal-openapi.json is as `npm run docs` writes it', async () => {
  expect(readFileSync(portalApiFile, 'utf8')).toBe(await portalApiText());
});
