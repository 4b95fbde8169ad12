/** A thousand random documents of a register hold before checkers that know nothing of how it made them. */
import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { amountText, minor } from '../../receipt/money.ts';
import { openSource } from '../../exports/sources.ts';
import type { Esr, JournalRecord, TraC } from '../../receipt/tra.ts';
import { runs, SEED } from '../../testing/runs.ts';
import { needOfficial } from '../../testing/official.ts';
import { portugal } from './index.ts';
import { checkSaft } from './saft/testing/assertions.ts';
import { noSchema, schemaProblems } from './saft/testing/schema.ts';
import { exported } from './saft/testing/shop.ts';
import { randomIntents, type Intent } from './testing/random-receipts.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const COUNT = runs(1000);

/** What may be said of such receipts: anything else is a defect. */
const REFUSALS =
  /^#(PT_\w+|SUM_\w+|TAX_\w+|PAYA_MISSING|MOD_\w+|ALREADY_VOIDED|ORIGINAL_NOT_FOUND|VOID_\w+|TYPE|D_WINDOW|AMOUNT_\w+|CUSTOMER_\w+)$/;

/** Does what is intended, with the documents so far. */
async function attempt(till: Till, intent: Intent, documents: JournalRecord[]): Promise<TraC | null> {
  if (intent.do === 'wait') {
    till.clock.set(new Date(till.clock.now() + intent.seconds * 1000).toISOString());
    return null;
  }
  if (intent.do === 'register') return till.submit(intent.esr);
  const original = documents[intent.of % Math.max(documents.length, 1)]?.ESR;
  if (!original) return null;
  if (intent.do === 'void') return till.attemptVoid(original.FN!);
  const RFN = original.FN!;
  // That a receipt settles a receipt is nobody's business but the POS's.
  if (/^R[CG] /.test(RFN)) return null;
  if (intent.do === 'follow') return till.submit({ ...again(original), DT: intent.DT, RFN });
  const cents = Math.max(Math.ceil((Math.abs(minor(original.T, 2)) * intent.percent) / 100), 1);
  const amount = amountText(-cents, 2);
  return till.submit({
    PosA: [pos(amount, { Qty: '-1' })],
    PayA: [pay(amount)],
    RFN,
    Rsn: 'Troca',
    Opr: '1',
  });
}

/** What a document says, to be said again by another one. */
function again({ PosA = [], T = '0.00', Ctm }: Esr): Esr {
  return { PosA, PayA: [pay(T)], ...(Ctm && { Ctm }), Opr: '1' };
}

it(
  `holds after a thousand random receipts (seed ${SEED})`,
  { timeout: 120_000 + 100 * COUNT },
  async ({ skip }) => {
    const till = await Till.open({ now: '2026-05-04T12:00:00' });
    const documents: JournalRecord[] = [];
    const refused = new Set<string>();
    for (const intent of randomIntents(3 * COUNT, SEED)) {
      if (documents.length === COUNT) break;
      const answer = await attempt(till, intent, documents);
      if (!answer) continue;
      const { RC, ErrorCode = '' } = answer.Result;
      if (RC === 'OK') {
        const record = (await till.room.journal.bySq('def', answer.SQ!))!;
        if (record.ESR?.FN !== undefined) documents.push(record);
      } else {
        refused.add(ErrorCode);
        expect(ErrorCode, JSON.stringify([intent, answer.Result])).toMatch(REFUSALS);
      }
    }
    expect(till.log.filter((line) => line.includes('unexpected'))).toEqual([]);
    expect(documents).toHaveLength(COUNT);
    expect(new Set(documents.map(({ ESR }) => ESR!.FN!.slice(0, 2))).size).toBeGreaterThan(20);
    expect(refused.size).toBeGreaterThan(4);

    // The signatures, by the inspector; everything, by the audit; the file, by the rules of the authority.
    expect(await till.complaints()).toEqual([]);
    const publicKey = String(createPublicKey(till.key!.privateKey).export({ type: 'spki', format: 'pem' }));
    const auditor = portugal.audit!({ publicKeys: new Map([['key1.pem', publicKey]]) });
    const found = (await till.records()).flatMap((record) => auditor.take(record));
    expect(
      [...found, ...auditor.end(till.register.state)].filter(({ text }) => !/\bkey\b/.test(text)),
    ).toEqual([]);
    const days = { from: '2026-01-01', till: '2026-12-31' };
    const source = await openSource(till.room.journal, till.register, days);
    const { bytes } = await exported([], { ...days, today: '2027-01-02', sources: [source] });
    expect(checkSaft(bytes, { publicKeys: new Map([['1', publicKey]]) })).toStrictEqual([]);
    needOfficial(skip, noSchema);
    expect(schemaProblems(bytes)).toBe('');
  },
);
