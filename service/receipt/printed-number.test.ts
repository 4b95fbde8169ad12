import { expect, it } from 'vitest';
import { plainFiscalNumber, tagInLine, terminalNumbers } from './printed-number.ts';

it('a printed number is taken apart in both orders, with slashes of its own', () => {
  expect(terminalNumbers('1/2/17')).toEqual([
    { TL: '1', TT: '2', TN: '17' },
    { TL: '2', TT: '17', TN: '1' },
  ]);
  expect(terminalNumbers('1 / 2 / 2026/17')).toContainEqual({ TL: '1', TT: '2', TN: '2026/17' });
  for (const none of ['', '17', 'FS 1_1.26/1', '1//2', '1/2/', '1/2/3/4/5/6/7'])
    expect(terminalNumbers(none), none).toEqual([]);
  expect([plainFiscalNumber('N. 0001-0002'), plainFiscalNumber('NC 1_1.26/1')]).toEqual([
    '0001-0002',
    'NC 1_1.26/1',
  ]);
});

it('a tag is found in a line by its name and whole value', () => {
  const line = JSON.stringify({ Fis: { Tag: [{ Label: 'Nr', Name: 'Ticket', Value: '42' }] }, Txt: '"42"' });
  expect(line).toContain(tagInLine('Ticket', '42'));
  for (const value of ['4', '2', '42"', '']) expect(line).not.toContain(tagInLine('Ticket', value));
});
