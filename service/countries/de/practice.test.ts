/** What does not count: the test phase, and TSEs for tests. */
import { expect, it, vi } from 'vitest';
import { practises } from '../../register/status.ts';
import { Attributes } from '../../settings/attributes.ts';
import { complaints } from '../testing/books.ts';
import { paper } from './paper.ts';
import { exportOf } from './testing/export-of.ts';
import { open, processes } from './testing/german.ts';
import { pay, SALE } from './testing/shop.ts';
import { rowsOf, verified } from './dsfinvk/testing/exported.ts';

it.each(['Fiscal_Test', 'Reg_test'])('is training for the TSE and on paper while %s is set', async (name) => {
  const german = await open();
  const { shop } = german;
  const set = (text: string) => (shop.room.services.attributes = () => Attributes.parse(text));
  const real = await shop.sell(SALE);
  set(name);
  expect(practises(shop.register)).toBe(true);
  expect((await shop.send(SALE)).Result).toEqual({ RC: 'OK' });
  await shop.send({ Opr: '7', NFS: 'PayIn', PayA: [pay('cash', '50.00')] });
  // What was sold in earnest is taken back in earnest.
  await shop.attemptVoid(real);
  set('');
  await shop.send(SALE);
  set(name);
  await shop.send({ Opr: '7', NFS: 'Z' });
  expect((await processes(german)).map(({ Data }) => Data)).toEqual([
    'Beleg^3.20_1.00_0.00_0.00_0.00^4.20:Bar',
    'AVTraining^3.20_1.00_0.00_0.00_0.00^4.20:Bar',
    'AVTraining^0.00_0.00_0.00_0.00_50.00^50.00:Bar',
    'Beleg^-3.20_-1.00_0.00_0.00_0.00^-4.20:Bar',
    'Beleg^3.20_1.00_0.00_0.00_0.00^4.20:Bar',
    'Z 7',
  ]);
  const records = await german.records();
  const training = records.find(({ ESR }) => ESR?.Test === '1');
  expect(paper(training!).marks).toEqual(['TRAININGSBELEG – KEINE RECHNUNG']);
  const notes = records.filter(({ Event }) => String(Event).startsWith('practice-'));
  expect(notes.map(({ Event, Reason }) => [Event, Reason])).toEqual([
    ['practice-begun', 'Fiscal_Test'],
    ['practice-ended', undefined],
    ['practice-begun', 'Fiscal_Test'],
  ]);
  const problems = shop.register.country!.problems!(shop.register.state, shop.register.context!);
  expect(problems.map(({ code }) => code)).toContain('DE_PRACTICE');
  expect(await complaints(shop)).toEqual([]);
  const files = await exportOf(shop);
  expect(await verified(files)).toMatchObject({ findings: [] });
  expect(rowsOf(files, 'cashpointclosing.csv')).toMatchObject([{ Z_SE_ZAHLUNGEN: '4,20' }]);
});

it('calls no money that moves an invoice on paper', async () => {
  const german = await open();
  for (const NFS of ['PayIn', 'PayOut', 'Pay', 'Transfer', 'Invoice', 'float', 'Privateinlage'])
    await german.shop.send({
      Opr: '7',
      NFS,
      PosA: NFS === 'Invoice' ? SALE.PosA! : [],
      PayA: [pay('cash', '4.20')],
    });
  const records = (await german.records()).filter(({ _: type }) => type === 'Tra');
  expect(records.map((record) => paper(record).title)).toEqual([
    ...['Einzahlung', 'Auszahlung', 'Zahlung', 'Geldtransfer', 'Rechnung (unbezahlt)'],
    ...['Anfangsbestand', 'Privateinlage'],
  ]);
});

it('says on paper that a TSE for tests has signed, or should have', async () => {
  const german = await open();
  const { shop } = german;
  await shop.send(SALE);
  const isTest = vi.spyOn(german.tses.units[0]!, 'isTest', 'get').mockReturnValue(true);
  await shop.send(SALE);
  german.faults[0] = () => 'unreachable';
  await shop.send(SALE);
  isTest.mockRestore();
  const records = (await german.records()).filter(({ _: type }) => type === 'Tra');
  expect(records.map((record) => paper(record).marks)).toEqual([
    [],
    ['TESTBELEG – KEINE RECHNUNG'],
    ['TESTBELEG – KEINE RECHNUNG', 'TSE AUSGEFALLEN'],
  ]);
  expect(records.map(({ Fis }) => Fis?.Tag?.some(({ Name }) => Name === 'TSE_Test'))).toEqual([
    false,
    true,
    true,
  ]);
});
