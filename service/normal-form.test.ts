import { expect, it } from 'vitest';
import { normalForm } from './normal-form.ts';

it('takes texts apart and puts them together as Unicode does', () => {
  for (const text of ['Ação', 'Ac\u0327a\u0303o', 'Vie\u0323\u0302t', 'ﬁ', 'שָׁלוֹם', '한국', ''])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normalForm(text, form)).toBe(text.normalize(form));
});

it('takes no time for tens of thousands of marks on a letter', () => {
  const began = performance.now();
  const text = normalForm(`a${'\u0301\u0323'.repeat(100_000)}b`, 'NFC');
  expect(performance.now() - began).toBeLessThan(1000);
  expect(text).toMatch(/^ạ\p{M}{29}b$/u);
});
