import { expect, it } from 'vitest';
import { Attributes } from '../settings/attributes.ts';
import { LineMaker } from './line.ts';

/** A maker of lines, its complaints, and how to change the attributes under it. */
function maker(list = '') {
  let attributes = Attributes.parse(list);
  const complaints: string[] = [];
  const lines = new LineMaker((text) => void complaints.push(text));
  lines.follow(() => attributes);
  return {
    complaints,
    lines,
    make: (text: string) => lines.make(text),
    set: (changed: string) => void (attributes = Attributes.parse(changed)),
  };
}

it('makes one line of whatever it is given', () => {
  const { make } = maker();
  const forged =
    'x\r\n2026-05-04T12:00:00.000Z info all is well\u2028\u2029\u0085\u001b[2K\u0000\u202e\ud800';
  expect(make(forged)).toBe(
    'x\\r\\n2026-05-04T12:00:00.000Z info all is well\\u{2028}\\u{2029}\\u{85}\\u{1b}[2K\\u{0}\\u{202e}\\u{d800}',
  );
  expect(make('Pão de Mafra 🥖')).toBe('Pão de Mafra 🥖');
});

it('cuts lines at 2000 characters, or at Log_length', () => {
  const { make, set } = maker();
  expect(make('a'.repeat(2000))).toHaveLength(2000);
  expect(make('a'.repeat(2001))).toBe(`${'a'.repeat(2000)} ... (2001 characters)`);
  set('Log_length=100');
  expect(make('a'.repeat(101))).toBe(`${'a'.repeat(100)} ... (101 characters)`);
  set('Log_length=0');
  expect(make('a'.repeat(81))).toBe(`${'a'.repeat(80)} ... (81 characters)`);
  set('Log_length=much');
  expect(make('a'.repeat(2001))).toBe(`${'a'.repeat(2000)} ... (2001 characters)`);
});

it('does not cut a character in two', () => {
  expect(maker('Log_length=81').make('🥖'.repeat(50))).toBe(`${'🥖'.repeat(40)} ... (100 characters)`);
});

it('does not cut with Log_debug, but never takes more than 200,000 characters', () => {
  const { make, lines, set } = maker('Log_debug Log_length=100');
  expect(lines.debug).toBe(true);
  expect(make('a b '.repeat(40_000))).toHaveLength(160_000);
  expect(make('a b '.repeat(1_000_000)).length).toBeLessThan(200_100);
  set('');
  expect(lines.debug).toBe(false);
});

it('masks before it cuts, also where the text is too long to be looked at as a whole', () => {
  expect(maker('Log_length=80').make(`${'a'.repeat(70)} 4111 1111 1111 1111`)).toBe(`${'a'.repeat(70)} ***`);
  const { make } = maker('Log_debug');
  const filler = 'a '.repeat(99_990);
  expect(make(`${filler}pays 4111 1111 1111 1111`).slice(-40)).toMatch(
    /a pays {2}\.\.\. \(200004 characters\)$/,
  );
  expect(make(`${filler}key=hunter2hunter2hunter2`).slice(-40)).toMatch(
    /a a {2}\.\.\. \(200005 characters\)$/,
  );
});

it('removes what Log_remove finds, from the next line on', () => {
  const { make, set, complaints } = maker('Log_remove="PT\\d{9}|Opr=\\S+ ?"');
  expect(make('register PT509876544 Opr=Ana done')).toBe('register  done');
  set('Log_remove=done');
  expect(make('register PT509876544 done')).toBe('register PT509876544 ');
  set('');
  expect(make('register PT509876544 done')).toBe('register PT509876544 done');
  expect(complaints).toEqual([]);
});

it('finds secrets that come about by removing', () => {
  expect(maker('Log_remove=X').make('passXword=hunter2')).toBe('password=***');
  expect(maker('Log_remove=X').make('4111X1111X1111X1111')).toBe('***');
});

it.each(['(', '[z-a]', '(?<a>', '*'])('complains once of %s, which is no expression', (pattern) => {
  const { make, complaints } = maker(`Log_remove="${pattern}"`);
  expect([make('one'), make('two')]).toEqual(['one', 'two']);
  expect(complaints).toEqual(['Log_remove is no regular expression and is ignored']);
});

it('ignores expressions that are too long', () => {
  const { make, complaints } = maker(`Log_remove="${'a'.repeat(501)}"`);
  expect(make('a'.repeat(501))).toHaveLength(501);
  expect(complaints).toEqual(['Log_remove is longer than 500 characters and is ignored']);
});

it.each([
  '(a+)+$',
  '(a|aa)+$',
  '(.*a){25}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(((a{99}){99}){99}){99}',
  '(?=(a+))*b',
])('gives up on %s, which would take for ever', (pattern) => {
  const { make, complaints, set } = maker(`Log_remove="${pattern}"`);
  const evil = `${'a'.repeat(60)}!`;
  const start = process.cpuUsage();
  for (let i = 0; i < 50; i++) expect(make(evil)).toMatch(/!$/);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  // Some are harmless after all, none is complained of twice.
  expect(complaints.length).toBeLessThanOrEqual(1);
  set('Log_remove=b');
  expect(make('abc')).toBe('ac');
});

it('gives up on an expression that is slow with every line', () => {
  const { make, complaints } = maker('Log_remove=(?:a|b|ab)*c');
  const slow = 'ab'.repeat(9);
  for (let i = 0; i < 3000 && complaints.length === 0; i++) make(slow.repeat(1 + (i % 3)));
  expect(complaints).toEqual(['Log_remove takes too long and is ignored until it is changed']);
});
