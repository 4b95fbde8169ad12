import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { ANY_MODEL } from '../devices/receipt-printer/models.ts';
import { paperOf } from '../register/paper/paper.ts';
import { paper } from '../testing/papers.ts';
import { openRoom } from '../testing/registers.ts';
import { PORTUGAL, tra } from '../testing/sales.ts';
import { threadProgram } from '../testing/thread-program.ts';
import { LateError } from '../threads/task-thread.ts';
import type { Paper } from '../wire.ts';
import { makeForm, type Form } from './form.ts';
import { isLong, LongForms } from './long-forms.ts';

const NAMES = [
  'Pão de Mafra',
  'Žemlja',
  'Ψωμί',
  'Кефир',
  'Wein vom Kamptal DAC Reserve 0,75 l Flasche',
  '漢字',
];

/** A receipt of so many positions. */
function receipt(count: number): Paper {
  const amounts = Array.from({ length: count }, (_, i) => (1 + ((i * 37) % 900) / 100).toFixed(2));
  return paper({
    lines: amounts.map((amount, i) => ({
      ...{ kind: 'item', text: `${NAMES[i % NAMES.length]} ${i}`, taxGroup: 'A', amount },
      ...(i % 3 === 0 && { detail: `2 x ${amount}`, quantity: '2', price: amount }),
    })),
    carried: amounts,
  });
}

function forms(...args: ConstructorParameters<typeof LongForms>): LongForms {
  const made = new LongForms(...args);
  onTestFinished(() => made.close());
  return made;
}

const wanted = (of: Paper): Exclude<Form, { form: 'lines' }>[] => [
  { form: 'text', paper: of, kind: '80' },
  { form: 'escpos', paper: of, kind: '58', printer: ANY_MODEL },
  { form: 'pdf', paper: of, kind: '80' },
  { form: 'pdf', paper: of, kind: 'a4' },
  { form: 'data', paper: of, kind: '58', raw: of },
];

it('a long receipt is the same as rendered anywhere', async () => {
  const long = receipt(600);
  expect(isLong(long)).toBe(true);
  const apart = forms();
  for (const form of wanted(long)) {
    const bytes = await apart.make(form);
    expect([form.form, bytes.equals(await makeForm(form))]).toEqual([form.form, true]);
  }
});

it('so is a long text', async () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `${NAMES[i % NAMES.length]} ${i}`);
  expect(isLong(lines)).toBe(true);
  expect(isLong(lines.slice(0, 100))).toBe(false);
  const form: Form = { form: 'lines', lines, kind: '80', date: new Date(0) };
  expect((await forms().make(form)).equals(await makeForm(form))).toBe(true);
});

it('only long receipts wait for a thread', async () => {
  const none = forms({}, await threadProgram('throw new Error("started");'));
  for (const form of wanted(receipt(200))) expect((await none.make(form)).length).toBeGreaterThan(1000);
  await expect(none.make(wanted(receipt(600))[0]!)).rejects.toThrow('started');
  // Few lines may be long, too.
  expect(isLong(paper({ foot: ['x'.repeat(50_000)] }))).toBe(true);
});

it('what takes too long is given up, and the next receipt is rendered', async () => {
  const stuck = await threadProgram(`
parentPort.on('message', ({ form }) => {
  if (form === 'pdf') for (;;);
  parentPort.postMessage({ bytes: Buffer.from(form) });
});`);
  // Time enough to start, and none that a test has to wait for: the first one never ends.
  const apart = forms({ time: 2000 }, stuck);
  const [text, , pdf] = wanted(receipt(600));
  const late = expect(apart.make(pdf!)).rejects.toThrow(LateError);
  expect(String(await apart.make(text!))).toBe('text');
  await late;
});

it('a receipt that cannot be rendered says why', async () => {
  const [, , pdf] = wanted(receipt(600));
  const broken = { ...pdf!, kind: 'b5' } as unknown as Form;
  await expect(forms().make(broken)).rejects.toThrow(TypeError);
});

it('texts and commands are what they were before letters that stand alone were told apart', async () => {
  const [text, commands] = wanted(receipt(60));
  const digests = [text!, commands!].map(async (form) =>
    createHash('sha256')
      .update(await makeForm(form))
      .digest('hex')
      .slice(0, 16),
  );
  expect(await Promise.all(digests)).toEqual(['cd63a9b3fb065d9a', '1fcae69123c6d35a']);
});

it('a long receipt is laid out on the thread, too', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(PORTUGAL);
  const PosA = Array.from({ length: 500 }, (_, i) => ({
    ...{ _: 'Pos', PN: String(i + 1), Dsc: NAMES[i % NAMES.length]!, TaxG: '23%', Qty: '2', Amt: '1.50' },
  }));
  await def.submit({ tra: tra({ PosA }, '750.00'), warnings: [], restart: false });
  const { last, cfg } = def;
  const sheet = { record: last!, cfg: cfg!, options: { purpose: 'copy' as const } };
  const apart = forms();
  for (const form of wanted(paperOf(last!, cfg!, sheet.options))) {
    const bytes = await apart.make({ ...form, paper: sheet });
    expect([form.form, bytes.equals(await makeForm(form))]).toEqual([form.form, true]);
  }
  // On this thread nothing reads a position but to see whether there are many.
  const none = forms({}, await threadProgram('throw new Error("started");'));
  await expect(none.make({ form: 'text', kind: '80', paper: sheet })).rejects.toThrow('started');
});
