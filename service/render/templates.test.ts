import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { Templates } from './templates.ts';

const DATA = () => JSON.stringify({ paper: { title: '<b>&"\'' } });
const BUILT_IN = 'built in';

/** Time in which a template that is right is done on the busiest machine, and after which one without end is given up; ms. */
const [PATIENT, SOON] = [20_000, 700];

/** Renders with templates of a register; tells what was warned about. */
async function render(own: Record<string, string>, { times = 1, time = PATIENT } = {}) {
  const folder = await temporaryFolder();
  const builtIn = path.join(folder, 'templates');
  const cfg = path.join(folder, 'cfg');
  for (const name of [builtIn, cfg]) await fs.mkdir(name);
  await fs.writeFile(path.join(builtIn, 'receipt-80.ejs'), `<%- include('part') %>`);
  await fs.writeFile(path.join(builtIn, 'part.ejs'), BUILT_IN);
  for (const [name, text] of Object.entries(own)) await fs.writeFile(path.join(cfg, name), text);
  const warn = vi.fn();
  const templates = new Templates(builtIn, { ...silentLog, warn }, { time });
  let made = '';
  for (let i = 0; i < times; i++) made = await templates.render('receipt-80', cfg, DATA);
  return { made, warnings: warn.mock.calls.map(([text]) => String(text)) };
}

it('renders the built-in template where a register has none', async () => {
  expect(await render({})).toEqual({ made: BUILT_IN, warnings: [] });
  expect(await render({ 'notes.txt': 'x', 'cfg.json': '{}' })).toEqual({ made: BUILT_IN, warnings: [] });
});

it('takes the EJS or Pug file of a register', async () => {
  const escaped = '&lt;b&gt;&amp;&#34;&#39;';
  expect((await render({ 'receipt-80.ejs': 'own <%= paper.title %>' })).made).toBe(`own ${escaped}`);
  expect((await render({ 'receipt-80.pug': 'p= paper.title' })).made).toBe(`<p>&lt;b&gt;&amp;&quot;'</p>`);
});

it('includes files of the folder, its own ones first', async () => {
  expect((await render({ 'part.ejs': 'own part' })).made).toBe('own part');
  expect((await render({ 'receipt-80.ejs': `a <%- include('./part.ejs') %>` })).made).toBe(`a ${BUILT_IN}`);
  expect((await render({ 'receipt-80.pug': 'include other', 'other.pug': 'b own' })).made).toBe('<b>own</b>');
  const more = {
    'receipt-80.ejs': `<%- include('line', { n: 7 }) %>`,
    'line.ejs': '<%= n %> <%= paper.title %>',
  };
  expect((await render(more)).made).toMatch(/^7 &lt;b/);
});

it.each([
  ['a syntax error', '<% if ( %>'],
  ['an unknown name', '<%= nothing.at.all %>'],
  ['no result', '  \n'],
  ['a thrown value', '<% throw null %>'],
  ['an include from elsewhere', `<%- include('../../../../../../etc/passwd') %>`],
  ['an absolute include', `<%- include('/etc/passwd') %>`],
  ['an endless loop', '<% for (;;) {} %>'],
  ['an endless message', '<% throw { get message() { for (;;) {} } } %>'],
  ['an endless pattern', '<% /(a+)+$/.test("a".repeat(40) + "b") %>'],
  ['endless recursion', '<% (function f() { f() })() %>'],
  ['a growing list', '<% const a = []; for (;;) a.push({ a }) %>'],
  ['a growing map', '<% const m = new Map(); for (let i = 0; ; i++) m.set(i, i) %>'],
  ['an enormous list', '<% "x".repeat(2 ** 28).split("") %>'],
  ['an enormous result', '<%= "x".repeat(3e6) %>'],
  ['process', '<% process.exit(1) %>'],
  ['require', '<%= require("node:fs") %>'],
  ['import', '<% import("node:fs") %>'],
  ['the constructor of this', '<%= this.constructor.constructor("return process")() %>'],
  ['the constructor of the world', '<%= globalThis.constructor.constructor("return process")() %>'],
  [
    'the constructor of an error',
    '<% try { null.x } catch (e) { e.constructor.constructor("return process")() } %>',
  ],
  ['the constructor of an async function', '<% (async () => 0).constructor("return process")() %>'],
  ['eval', '<%= eval("1") %>'],
])('prints with the built-in template, and warns once, for %s', async (_what, text) => {
  const { made, warnings } = await render({ 'receipt-80.ejs': text }, { times: 2, time: SOON });
  expect(made).toBe(BUILT_IN);
  expect(warnings).toEqual([
    expect.stringMatching(/^template receipt-80 of .* fails, the built-in one is used: ./),
  ]);
});

it.each([
  ['a syntax error', 'p(a='],
  ['an include from elsewhere', 'include ../../../../../../etc/passwd'],
  ['a filter', ':markdown-it\n  x'],
  ['an endless loop', '- while (true) {}'],
  ['process', '- process.exit(1)'],
  ['an expression evaluated while compiling', `p= (true && pug.rethrow)({ message: '' }, '/etc/passwd', 1)`],
])('prints with the built-in template for %s in Pug', async (_what, text) => {
  const { made, warnings } = await render({ 'receipt-80.pug': text }, { time: SOON });
  expect(made).toBe(BUILT_IN);
  expect(warnings).toHaveLength(1);
});

it('shows a template nothing of the machine', async () => {
  const names = [
    'process',
    'require',
    'module',
    'global',
    'fetch',
    'setTimeout',
    'Buffer',
    'console',
    'WebAssembly',
    'ArrayBuffer',
  ];
  const text = names.map((name) => `<%= typeof ${name} %>`).join(' ');
  expect((await render({ 'receipt-80.ejs': text })).made).toBe(names.map(() => 'undefined').join(' '));
  const trace = '<% Error.prepareStackTrace = (_e, sites) => sites %><%= typeof new Error().stack %>';
  expect((await render({ 'receipt-80.ejs': trace })).made).toBe('string');
});

it('lets nothing of a template go on', async () => {
  const later = '<% Promise.resolve().then(() => { for (;;) {} }) %>done';
  expect((await render({ 'receipt-80.ejs': later }, { time: SOON })).made).toBe('done');
});

it('keeps receipts apart', async () => {
  const text =
    '<%= globalThis.seen ?? "" %>first<% globalThis.seen = paper.title; Object.prototype.seen = 1 %>';
  expect((await render({ 'receipt-80.ejs': text }, { times: 2 })).made).toBe('first');
});

it('takes up a template that was mended', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'receipt-80.ejs');
  const templates = new Templates(path.join(folder, 'none'), silentLog);
  await fs.writeFile(file, 'one');
  expect(await templates.render('receipt-80', folder, DATA)).toBe('one');
  await fs.writeFile(file, 'two');
  expect(await templates.render('receipt-80', folder, DATA)).toBe('two');
});

it('renders many receipts at once', async () => {
  const folder = await temporaryFolder();
  await fs.writeFile(path.join(folder, 'receipt-80.ejs'), '<%= n %>');
  const templates = new Templates(folder, silentLog);
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => templates.render('receipt-80', null, () => JSON.stringify({ n }))),
  );
  expect(made).toEqual(['1', '2', '3', '4', '5']);
});

/** As much as some ten thousand positions. */
const LARGE = { texts: Array.from({ length: 50_000 }, (_, i) => `position ${i}`) };

it('prints large receipts with the built-in template, and small ones beside them', async () => {
  const folder = await temporaryFolder();
  await fs.writeFile(
    path.join(folder, 'receipt-80.ejs'),
    `<% if (texts.length > 1) for (const end = Date.now() + 1500; Date.now() < end; ); %><%= texts.join('-'.repeat(40)) %>`,
  );
  const templates = new Templates(folder, silentLog, { time: 1000 });
  const done: number[] = [];
  const print = async (data: { texts: string[] }) => {
    const { length } = await templates.render('receipt-80', null, () => JSON.stringify(data));
    done.push(length);
  };
  await Promise.all([print(LARGE), print(LARGE), print(LARGE), print({ texts: ['small'] })]);
  expect(done).toEqual([5, ...Array.from({ length: 3 }, () => expect.any(Number))]);
  expect(done[3]).toBeGreaterThan(2_000_000);
});

it("holds a register's template to its limits with a large receipt, and takes it for the next one", async () => {
  const folder = await temporaryFolder();
  const [builtIn, cfg] = [path.join(folder, 'templates'), path.join(folder, 'cfg')];
  for (const name of [builtIn, cfg]) await fs.mkdir(name);
  await fs.writeFile(path.join(builtIn, 'receipt-80.ejs'), BUILT_IN);
  await fs.writeFile(path.join(cfg, 'receipt-80.ejs'), 'own<% if (texts.length > 1) for (;;); %>');
  const templates = new Templates(builtIn, silentLog, { time: SOON });
  const print = (data: object) => templates.render('receipt-80', cfg, () => JSON.stringify(data));
  expect(await print(LARGE)).toBe(BUILT_IN);
  expect(await print({ texts: ['small'] })).toBe('own');
});
