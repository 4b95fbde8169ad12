/** The driver of Hungarian printers: what goes over the wire, and what is believed of answers. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../emulators/server.ts';
import type { Order } from '../contract.ts';
import { decideBySum } from '../decide.ts';
import { huJsonPrinter } from './printer.ts';

const ORDER: Order = {
  kind: 'void',
  of: { z: 4, number: 17, day: '2026-11-18', serial: 'A12345678', type: 'SZ', name: '' },
  reason: 'S2',
  buyer: { name: 'Vevő Zrt.', zip: '7621', city: 'Pécs', street: 'Fő tér 2', taxId: '12345676-2-41' },
  items: [
    { text: 'Kávé', quantity: '1.5', price: 59_000, department: 3, discount: { text: 'Akció', amount: 500 } },
  ],
  payments: [
    {
      text: 'Euró',
      amount: 80_000,
      type: 4,
      index: 0,
      foreign: { currency: 'EUR', amount: 208, rate: '384.6154' },
    },
    { text: 'Készpénz', amount: 8000, type: 0, index: 0 },
  ],
  total: 88_000,
};
const BEFORE = { z: 4, number: 1, serial: 'A12345678', sum: 0, moves: 0 };

/** A printer that answers everything so, and what it was told. */
async function answering(body: string | ((command: string) => string)) {
  const heard: { command: string; data?: Record<string, unknown> }[] = [];
  const server = await startServer({
    longestBody: 100_000,
    take: (_incoming, sent) => ({
      answer() {
        const command = JSON.parse(sent!.toString('utf8')) as (typeof heard)[number];
        heard.push(command);
        const text = typeof body === 'string' ? body : body(command.command);
        return { status: 200, type: 'application/json', body: text };
      },
    }),
  });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.origin).port);
  return { heard, printer: huJsonPrinter({ host: '127.0.0.1', port }) };
}

const done = (values: object = {}) => JSON.stringify({ result: { iErrCode: 0, sErrMsg: '', ...values } });
const TOTALS = {
  ...{ sBBOXID: 'A12345678', iClosureNr: 4, iReceiptNr: 0, iInvNr: 1, iVoids: '1', iRefunds: 0 },
  ...{ iMoneyIn: 0, iMoneyOut: 0, pTotal: '880.00', pVoidTotal: '-880', pRefundTotal: 0 },
};

it('tells the printer a document as its makers want it', async () => {
  const receiptData = {
    ...{ sBBOXID: 'A12345678', iClosureNr: 4, iNr: 1, sTimestamp: '2026.11.20 16:55:00' },
    sDocumentNumber: 'ST-A12345678/12345676/0004/00001',
  };
  const { heard, printer } = await answering((command) =>
    done(command === 'getDailyTotal' ? TOTALS : { receiptData }),
  );
  expect(await printer.register(ORDER)).toMatchObject({
    outcome: 'done',
    result: {
      z: 4,
      number: 2,
      time: '2026-11-20T16:55:00',
      printed: { type: 'ST', number: 1 },
      total: 88_000,
    },
  });
  expect(heard[0]).toEqual({
    command: 'void',
    data: {
      ...{ iType: '0', sOrigDate: '2026.11.18', sOrigType: 'SZ', sOrigBBOXID: 'A12345678' },
      ...{ iOrigClosure: '4', iOrigNr: '17', sReasonCode: 'S2' },
      customerData: {
        ...{ sCustomerName: 'Vevő Zrt.', sCustZip: '7621', sCustCity: 'Pécs', sCustPublicPlace: 'Fő tér 2' },
        ...{ iPrivatePerson: '0', sCustTaxId: '12345676-2-41' },
      },
      ...{ iHeadCnt: '0', heads: [], iItemCnt: '1' },
      items: [
        {
          stItem: {
            ...{ sName: 'Kávé', iVATIndex: '3', sArtNr: '', fPrice: '590.00', fQuantity: '1.500' },
            itemDsc: [{ iDscCnt: '1', stDiscount: { sName: 'Akció', fAmount: '5.00' } }],
          },
        },
      ],
      iPaymentCnt: '2',
      payments: [
        {
          stPayment: {
            ...{ sName: 'Euró', fAmount: '800.00', iFiscalType: '4', iType: '1', fRate: '384.6154' },
            ...{ sNotation: 'EUR', sSymbol: 'EUR', fForeignAmount: '2.08' },
          },
        },
        { stPayment: { sName: 'Készpénz', fAmount: '80.00', iFiscalType: '0' } },
      ],
      ...{ iBarcodeCnt: '0', barcodes: [], iTextCnt: '0', texts: [] },
    },
  });
});

it.each([
  ['Nincs papír', 'paper'],
  ['A fedél nyitva van', 'cover'],
  ['A nap nincs nyitva', 'day-not-open'],
  ['Napzárás szükséges', 'closing-needed'],
  ['Az adóügyi memória megtelt', 'memory-full'],
  ['Ismeretlen ÁFA gyűjtő', 'wrong-rate'],
  ['Az óra hibás', 'wrong-clock'],
  ['valami más', 'refused'],
])('reads %s as %s', async (text, trouble) => {
  const { printer } = await answering(JSON.stringify({ result: { iErrCode: 7, sErrMsg: text } }));
  expect(await printer.state()).toMatchObject({
    outcome: 'not-done',
    failure: { trouble, text: `7: ${text}` },
  });
});

it('takes the warning of the roll for an answer', async () => {
  const { printer } = await answering(
    JSON.stringify({ result: { iErrCode: '531', sErrMsg: 'Kevés papír', ...TOTALS } }),
  );
  expect(await printer.state()).toMatchObject({ outcome: 'done', result: { paperNearEnd: true, z: 4 } });
});

it.each([
  '',
  'no JSON',
  '[]',
  '{"result":[]}',
  '{"result":{}}',
  '{"result":{"iErrCode":"x"}}',
  done(),
  done({ ...TOTALS, pTotal: '1e9' }),
  done({ ...TOTALS, sBBOXID: 'x'.repeat(1000) }),
  done({ ...TOTALS, iClosureNr: -1 }),
  'x'.repeat(2_000_000),
])('believes no hostile answer (%#)', async (body) => {
  const { printer } = await answering(body);
  for (const told of [
    await printer.register(ORDER),
    await printer.find(ORDER, BEFORE),
    await printer.state(),
  ])
    expect(told).toMatchObject({ outcome: 'unknown' });
});

it('says that a document was printed only if one more of its total is in the memory', () => {
  const position = fc.record({ z: fc.nat(3), number: fc.nat(3), sum: fc.nat(5) });
  fc.assert(
    fc.property(position, position, fc.nat(5), (before, now, total) => {
      const verdict = decideBySum({ ...before, serial: 'A' }, { ...now, serial: 'A', moves: 0 }, total);
      const isNext = now.z === before.z && now.number === before.number + 1 && now.sum === before.sum + total;
      const isFirst = now.z > before.z && now.number === 1 && now.sum === total;
      expect(verdict === 'printed').toBe(isNext || isFirst);
      if (verdict === 'not-printed') expect([now.z, now.number]).toEqual([before.z, before.number]);
    }),
  );
  expect(decideBySum({ ...BEFORE }, { ...BEFORE, serial: 'B00000001' }, 0)).toBe('unclear');
});
