/** Row of the suite: hostile texts in every field that a POS may send. */
import os from 'node:os';
import { expect, it } from 'vitest';
import { localTime } from '../../clock.ts';
import { openSource } from '../../exports/sources.ts';
import { writeRecord } from '../../receipt/answer.ts';
import type { TraC } from '../../receipt/tra.ts';
import type { Tree, TreeValue } from '../../receipt/tree.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { renderText } from '../../render/text.ts';
import { readXml } from '../base/xml-reader.ts';
import { ALL_FIELDS } from '../fields.ts';
import { complaints } from './books.ts';
import { deliveryOf } from './delivery.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

/** Texts that have broken programs: markup, separators of codes and files, control characters, what looks like a number. */
const TEXTS = [
  `<a b="c">]]>&amp;<!--'"`,
  '*:;_|~^\\/..%00%n${x}{{x}}',
  'a\u0000b\u0001\u007f',
  'a\r\nb\u2028\tc',
  '\ud83d\udca9\u202e\u200f\ufeffÀß€',
  '\ud800',
  'x'.repeat(5000),
  '-0.00',
  '1e9',
  '',
];

/** Receipts with one text in all fields that people read. */
function* hostileAllOver(sale: Tree): Iterable<Tree> {
  const withText = (list: TreeValue | undefined, text: string): TreeValue =>
    (list as Tree[]).map((item) => ({ ...item, Dsc: text, Note: text, Info: text }));
  for (const text of TEXTS) {
    const Ctm = { Nam: text, Adr: text, City: text, Zip: text };
    const lists = { PosA: withText(sale.PosA, text), PayA: withText(sale.PayA, text) };
    yield { ...sale, ...lists, Ctm, Opr: text, OprN: text, Head: [text], Foot: [text] };
  }
}

/** Receipts with a text in one field each. */
function* hostileReceipts(sale: Tree): Iterable<Tree> {
  const fieldsOf = (table: object) => [...Object.keys(table), 'Unknown'];
  const first = (list: string): Tree => (sale[list] as Tree[] | undefined)?.[0] ?? {};
  for (const text of TEXTS) {
    for (const name of fieldsOf(ALL_FIELDS.ESR)) yield { ...sale, [name]: text };
    for (const name of fieldsOf(ALL_FIELDS.Ctm)) yield { ...sale, Ctm: { [name]: text } };
    for (const name of fieldsOf(ALL_FIELDS.PosA))
      yield { ...sale, PosA: [{ ...first('PosA'), [name]: text }] };
    for (const name of fieldsOf(ALL_FIELDS.PayA))
      yield { ...sale, PayA: [{ ...first('PayA'), [name]: text }] };
    for (const name of fieldsOf(ALL_FIELDS.TaxA)) yield { ...sale, TaxA: [{ _: 'Tax', [name]: text }] };
    for (const name of fieldsOf(ALL_FIELDS.Txt)) yield { ...sale, Foot: [{ _: 'Txt', [name]: text }] };
    yield { ...sale, [text]: text };
  }
}

/** Texts for the values of a configuration that people read. */
function* hostileCfgs(cfg: CountryExample['cfg']): Iterable<CountryExample['cfg']> {
  for (const text of TEXTS) {
    for (const name of ['Nam', 'Adr', 'City', 'Zip']) yield { ...cfg, Cmp: { ...cfg.Cmp, [name]: text } };
    yield { ...cfg, Loc: { ...cfg.Loc, Nam: text, Adr: text } };
  }
}

function expectWellFormed(name: string, value: object): void {
  expect(JSON.parse(writeRecord(name, value, 'json'))).toHaveProperty(name);
  expect(readXml(Buffer.from(writeRecord(name, value, 'xml')))).toHaveProperty('root');
}

/** Reads all exports of the country as their readers would. */
async function expectReadableExports({ room, register, clock }: Shop): Promise<void> {
  const { country, cfg, context } = register;
  const today = localTime(clock.now()).slice(0, 10);
  for (const [type, kind] of Object.entries(country!.exports ?? {})) {
    const days = { from: `${today.slice(0, 4)}-01-01`, till: today };
    const source = await openSource(room.journal, register, days, { kind, open: true, today });
    const scope = {
      ...{ ...days, comment: TEXTS[0], sources: [source], whole: true, open: true },
      ...{ folder: os.tmpdir(), progress: () => undefined },
    };
    for await (const { name, content } of kind.files(scope, { ...context!, cfg } as never)) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (name.endsWith('.json')) expect([type, JSON.parse(bytes.toString())]).toHaveLength(2);
      // Formats that are older than schemas name their DTD.
      const text = bytes.toString().replace(/^<!DOCTYPE \w+ SYSTEM "[\w.-]+">$/m, '');
      if (name.endsWith('.xml'))
        expect([name, readXml(Buffer.from(text))]).toEqual([name, { root: expect.anything() }]);
    }
  }
}

/** Hostile texts. */
export function hostileRows(example: CountryExample): void {
  it('takes hostile texts in every field, or says what is wrong; all that it writes stays well-formed', async () => {
    const shop = await Shop.open(example);
    const answers: TraC[] = [];
    const sent = [...hostileAllOver(example.receipts.sale)];
    for (const esr of sent) answers.push(await shop.send(esr));
    // An authority has seen the texts in these; so many messages would cost more than they tell.
    await shop.lookAfter();
    expect(shop.register.undelivered).toBe(0);
    if (deliveryOf(example)) shop.equipment.behave!('is-down');
    sent.push(...hostileReceipts(example.receipts.sale));
    while (answers.length < sent.length) {
      const next = sent.slice(answers.length, answers.length + 200);
      answers.push(...(await Promise.all(next.map((esr) => shop.send(esr)))));
    }
    for (const [i, answer] of answers.entries()) {
      expect([sent[i], answer.Result.RC]).toEqual([sent[i], expect.stringMatching(/^(OK|BAD)$/)]);
      expectWellFormed('TraC', answer);
    }
    let registered = 0;
    for (const record of await shop.receipts()) {
      registered++;
      expectWellFormed('Tra', record);
      expect(renderText(paperOf(record, shop.register.cfg!), '80')).not.toMatch(
        /[\u0000-\u0008\ufeff\ud800]/,
      );
    }
    expect(registered).toBeGreaterThan(sent.length / 3);
    for (const cfg of hostileCfgs(example.cfg)) {
      const answer = await shop.room.registers.configure('def', cfg);
      expect(answer.Result.RC).toMatch(/^(OK|BAD)$/);
      if (answer.Result.RC === 'OK') expectWellFormed('Tra', await shop.sell());
    }
    await expectReadableExports(shop);
    expect(await complaints(shop)).toEqual([]);
  });
}
