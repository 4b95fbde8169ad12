import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorDocs, errorPage } from './error-docs.ts';

test('docs/errors.md is current; `npm run docs` writes it', async () => {
  expect(readFileSync(errorDocs, 'utf8')).toBe(await errorPage());
});
