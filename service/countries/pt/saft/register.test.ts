/** Documents of a real register, from the till to the file. */
import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSource } from '../../../exports/sources.ts';
import type { Esr } from '../../../receipt/tra.ts';
import { pay, pos } from '../testing/receipts.ts';
import { Till } from '../testing/till.ts';
import { checkSaft } from './testing/assertions.ts';
import { noSchema, schemaProblems } from './testing/schema.ts';
import { exported } from './testing/shop.ts';
import { needOfficial } from '../../../testing/official.ts';

const SALE: Esr = { PosA: [pos('1.23'), pos('2.00', { Dsc: 'Aula', TaxG: 'M07' })], PayA: [pay('3.23')] };
const REFUND: Esr = { PosA: [pos('-1.23', { Qty: '-1' })], PayA: [pay('-1.23')], Rsn: 'Defeito' };

/** A day with documents of all kinds. */
async function sellAllKinds(till: Till): Promise<void> {
  const FN = async (sent: Esr) => (await till.issue(sent)).ESR!.FN!;
  await till.issue({ ...REFUND, RFN: await FN(SALE) });
  await till.void(await FN(SALE));
  await till.issue({ ...SALE, RFN: await FN({ ...SALE, DT: 'CM', PayA: [] }) });
  await till.issue({ PosA: [pos('0.00', { Qty: '3' })], PayA: [], DT: 'GT' });
  const Ctm = { Nam: 'Ana', TaxId: 'PT509876544' };
  const invoice = await FN({ ...SALE, Ctm, PT_Withholding: '0.50', PT_WithholdingType: 'IRS' });
  for (const DT of ['RG', 'RC']) await till.issue({ ...SALE, DT, RFN: invoice });
  await till.issue({ ...SALE, DT: 'FR' });
  await till.issue({ ...SALE, Ctm, DT: 'ND', RFN: invoice, Rsn: 'Juros' });
  await till.issue({ ...SALE, FN: 'abc/23', D: '2026-05-03T10:00:00' });
  const lost = await FN({ ...SALE, FN: 'FS 1_1.26/57', D: '2026-05-02T10:00:00' });
  await till.issue({ ...REFUND, RFN: lost });
  await till.issue({ ...SALE, Test: '1' });
  await till.issue({ NFS: 'Z' });
}

it('the file of a day with documents of all kinds is what the tax authority expects', async ({ skip }) => {
  const till = await Till.open({ now: '2026-05-04T12:00:00' });
  await sellAllKinds(till);
  const days = { from: '2026-05-01', till: '2026-05-31' };
  const source = await openSource(till.room.journal, till.register, days);
  const { bytes, text } = await exported([], { ...days, today: '2026-06-01', sources: [source] });
  const publicKey = createPublicKey(till.key!.privateKey).export({ type: 'spki', format: 'pem' });
  expect(checkSaft(bytes, { publicKeys: new Map([['1', String(publicKey)]]) })).toStrictEqual([]);
  expect(text.match(/<(Invoice|WorkDocument|StockMovement|PaymentRefNo)>/g)).toHaveLength(14);
  needOfficial(skip, noSchema);
  expect(schemaProblems(bytes)).toBe('');
});
