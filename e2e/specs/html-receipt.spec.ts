import path from 'node:path';
import { expect, test } from '@playwright/test';
import { silentLog } from '../../service/log.ts';
import { renderHtml } from '../../service/render/html.ts';
import { Templates } from '../../service/render/templates.ts';
import { paper } from '../../service/testing/papers.ts';

const templates = new Templates(path.join(import.meta.dirname, '../../resources/templates'), silentLog);

/** In the page: how often a text stands in one row, how often in several, and what stands beyond the paper. */
const LOOK = `(wanted) => {
  const sides = document.body.getBoundingClientRect();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = { whole: 0, broken: 0, beyond: [] };
  for (let node; (node = texts.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rows = [...range.getClientRects()];
    const text = node.textContent.replaceAll('\\u00a0', ' ');
    if (text === wanted) found[rows.length === 1 ? 'whole' : 'broken']++;
    if (rows.some(({ left, right }) => left < sides.left - 1 || right > sides.right + 1)) found.beyond.push(text);
  }
  return found;
}`;

for (const kind of ['58', '80', 'a4'] as const) {
  test(`words without end on HTML receipts of ${kind} push nothing from the paper`, async ({ page }) => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung'.repeat(2);
    const receipt = paper({
      ...{ seller: [word, word], buyer: [word], head: [word], foot: [word], marks: [word], operator: word },
      payments: [{ label: word, value: '7,45' }],
      lines: [
        { kind: 'item', text: word, detail: word, note: word, taxGroup: 'A', amount: '7,45' },
        { kind: 'modifier', text: word, amount: '7,45' },
        { kind: 'text', text: word, amount: word },
      ],
    });
    await page.setContent(await renderHtml(receipt, kind, templates, null));
    expect(await page.evaluate(`(${LOOK})('7,45')`)).toEqual({ whole: 3, broken: 0, beyond: [] });
  });

  test(`amounts on HTML receipts of ${kind} stay whole and on the paper`, async ({ page }) => {
    for (const amount of ['-7,45', '1 234 567,89', '-9 999 999 999,99', '-99999999999.99']) {
      const receipt = paper({
        ...{ total: amount, payments: [{ label: 'Überweisung auf unser Konto', value: amount }] },
        lines: [
          {
            kind: 'item',
            text: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze',
            taxGroup: 'A',
            amount,
          },
          { kind: 'text', text: 'ohne Umsatzsteuer zu zahlen', amount },
        ],
        taxes: [{ group: 'A', rate: '27', net: amount, tax: amount, gross: amount }],
      });
      await page.setContent(await renderHtml(receipt, kind, templates, null));
      const shown = await page.evaluate(`(${LOOK})(${JSON.stringify(amount)})`);
      expect(shown).toEqual({ whole: 7, broken: 0, beyond: [] });
    }
  });
}
