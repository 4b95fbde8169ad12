import { expect, it } from 'vitest';
import { readFileName } from './file-name.ts';

it.each(['till.ini', 'caixa/till.ini', 'a b/Preços (novos).csv', '.env', 'console/config.xml'])(
  'takes %s',
  (name) => expect(readFileName(name)).toEqual({ file: name }),
);

it('reads one name written in two ways as one file', () => {
  expect(readFileName('caixa\\till.ini')).toEqual({ file: 'caixa/till.ini' });
  expect(readFileName('c\u0327.ini')).toEqual({ file: '\u00e7.ini' });
});

it.each([
  undefined,
  '/etc/passwd',
  '\\\\server\\share\\x',
  'C:\\pos\\x.ini',
  'x.ini:stream',
  '../x',
  'a/../../x',
  'a\\..\\x',
  './x',
  'a//x',
  'a/',
  'nul',
  'CON.txt',
  'a/lpt1',
  'x.',
  'x ',
  'a /x',
  'x\u0000.ini',
  'x\n.ini',
  'x\u202e.ini',
  '\ud800',
  'a*',
  'x'.repeat(201),
])('refuses %j', (name) => {
  expect(readFileName(name)).toMatchObject({ issues: [{ code: '#REPO_FILE' }] });
});
