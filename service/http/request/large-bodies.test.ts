import { expect, it, onTestFinished } from 'vitest';
import { parseBody } from '../../receipt/body.ts';
import { FIELDS } from '../../receipt/fields.ts';
import { beyondSender, readSender, readTra } from '../../receipt/read.ts';
import { writeXml } from '../../receipt/xml.ts';
import type { TaskLimits } from '../../threads/task-thread.ts';
import { runService } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';
import { threadProgram } from '../../testing/thread-program.ts';
import { readLarge } from './large-body.ts';
import { LargeBodies } from './large-bodies.ts';

const json = 'application/json';
const CONTEXT = { currencyDigits: 2, fields: FIELDS };

function reader(limits?: Partial<TaskLimits>, program?: URL): LargeBodies {
  const bodies = new LargeBodies(limits, program);
  onTestFinished(() => bodies.close());
  return bodies;
}

/** A sale of many positions. */
function longSale(count: number, more: object = {}): { Tra: object } {
  const PosA = Array.from({ length: count }, (_, i) => ({
    ...{ _: 'Pos', Dsc: `Article ${i}`, TaxG: 'A', Amt: '1.00' },
  }));
  const PayA = [{ _: 'Pay', Dsc: 'Card', PayG: 'creditcard', Amt: `${count}.00` }];
  return sale(`${count}.00`, { PosA, PayA, Ctm: { TaxId: 'PT245678913' }, ...more });
}

it.each([
  ['JSON', json, JSON.stringify(longSale(2000))],
  ['XML', 'text/xml', writeXml('Tra', longSale(2000).Tra)],
  ['mistakes', json, JSON.stringify(longSale(600, { T: 'x', Extra: [1, [2, { a: null }]], D: '2026' }))],
  ['another sender', json, JSON.stringify({ Tra: { ...longSale(300).Tra, SESR: { Opr: '7', D: 'x' } } })],
  ['no record', json, '{"Sale":{}}'],
  ['a list for ESR', json, '{"Tra":{"ESR":[1,2]}}'],
])('the thread reads %s as it is read anywhere else', async (_what, contentType, text) => {
  const bytes = Buffer.from(text);
  const read = await reader().read({ bytes, contentType, ...CONTEXT });
  const { tree } = parseBody(bytes, contentType) as Extract<ReturnType<typeof parseBody>, { tree: unknown }>;
  expect(read).toMatchObject({
    read: readTra(tree, CONTEXT),
    sender: readSender(tree, CONTEXT),
    beyondSender: beyondSender(tree),
  });
  const expected = readTra(tree, CONTEXT);
  // The order of names too: records are stored as they were sent.
  expect(JSON.stringify('read' in read && read.read)).toBe(JSON.stringify(expected));
});

it('says what the thread found wrong with a body that is none', async () => {
  const body = { bytes: Buffer.from('<Tra><ESR></Tra>'), contentType: 'text/xml', ...CONTEXT };
  expect(await reader().read(body)).toEqual(readLarge(body));
});

it('ends what takes too long with BAD, and reads the next body', async () => {
  const stuck = await threadProgram(`
parentPort.on('message', ({ bytes }) => {
  if (bytes.length === 1) for (;;);
  parentPort.postMessage({ format: 'json', issue: bytes.length });
});`);
  // Time enough to start, and none that a test has to wait for: the first body never ends.
  const bodies = reader({ time: 2000 }, stuck);
  const read = (bytes: string) => bodies.read({ bytes: Buffer.from(bytes), contentType: json, ...CONTEXT });
  const [first, second] = await Promise.all([read('1'), read('22')]);
  expect(first).toMatchObject({ format: 'json', issue: { code: '#BODY' } });
  expect(second).toMatchObject({ issue: 2 });
});

it('a defect of the reader is told as one', async () => {
  const broken = await threadProgram(`parentPort.on('message', () => { throw new Error('defect'); });`);
  const body = { bytes: Buffer.from('{}'), contentType: json, ...CONTEXT };
  await expect(reader({}, broken).read(body)).rejects.toThrow('defect');
});

it('a receipt of thousands of positions is registered while other tills go on selling', async () => {
  const running = await runService();
  const large = running.post('/register', longSale(20_000));
  let isDone = false;
  void large.then(() => (isDone = true));
  let sold = 0;
  while (!isDone) {
    expect((await running.post('/register', sale('1.00'))).status).toBe(200);
    sold++;
  }
  const { status, json: answer } = await large;
  expect([status, answer.TraC.Result.RC]).toEqual([200, 'OK']);
  expect(sold).toBeGreaterThan(3);
  const record = (await running.get(`/find?SQ=${answer.TraC.SQ}`)).json.Rec[0];
  expect(record.ESR.PosA).toHaveLength(20_000);
  expect(record.ESR.PosA[19_999]).toMatchObject({ PN: '20000', Dsc: 'Article 19999' });
});
