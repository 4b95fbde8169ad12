import { expect, test } from 'vitest';
import { reach } from './changed.ts';

const PROGRAMS = 'build/scripts/programs.ts';

test.each([
  ['docs/api.md', {}],
  // Whatever imports it, whatever runs the service as it is built, and all pages.
  ['service/receipt/xml.ts', { unit: ['related', '--run', 'service/receipt/xml.ts', PROGRAMS], browser: [] }],
  ['service/receipt/xml.test.ts', { unit: ['related', '--run', 'service/receipt/xml.test.ts'] }],
  [
    'service/countries/pt/series.ts',
    { unit: ['related', '--run', 'service/countries/pt/series.ts', PROGRAMS], browser: ['portugal'] },
  ],
  [
    'service/portal/entities/tree.ts',
    {
      unit: ['related', '--run', 'service/portal/entities/tree.ts', PROGRAMS],
      postgres: ['related', '--run', 'service/portal/entities/tree.ts'],
      browser: ['portal'],
    },
  ],
  ['renderer/app.css', { unit: ['related', '--run', 'renderer/app.css'], browser: [] }],
  ['e2e/specs/settings.spec.ts', { browser: ['e2e/specs/settings.spec.ts'] }],
  ['e2e/torture/kills.ts', { unit: ['related', '--run', 'e2e/torture/kills.ts'] }],
])('a change of %s runs what it can reach', (file, plan) => {
  expect(reach([file])).toEqual(plan);
});

test('changes of a country and of the page for all run all pages', () => {
  expect(reach(['renderer/countries/pt/page.tsx', 'renderer/app.tsx']).browser).toEqual([]);
});
