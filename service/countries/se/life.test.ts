/** What a Swedish till does: receipts of all kinds at the control unit, copies, parked sales, reports, the control server. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONTROL_UNITS } from '../../devices/control-unit/models.ts';
import { startEmulator as startSerialUnit } from '../../emulators/serial-unit/emulator.ts';
import { startEmulator as startServer } from '../../emulators/infrasec/emulator.ts';
import { lineTo, type Line } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { renderText } from '../../render/text.ts';
import { filesOf } from '../base/cash-register/testing/day.ts';
import { complaints, verified } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import type { Tree } from '../../receipt/tree.ts';
import { rulesOn } from './taxes.ts';
import { numbers, openCafe, pos, receipt, SALE } from './testing/cafe.ts';
import { sweden } from './testing/example.ts';
import { saft } from './export.ts';
import { verifyJournalExport } from './verify/verify.ts';

describe('the control unit', () => {
  it('has every receipt as what it is, with its amounts by rate, before it is answered', async () => {
    const cafe = await openCafe();
    const { shop, unit } = cafe;
    const sale = await shop.sell(
      receipt([pos('Vin', 'A', '125.00'), pos('Bröd', 'F', '21.20'), pos('Pant', 'A', '-25.00')], '121.20'),
    );
    await shop.sell(receipt([pos('Vin', 'A', '-125.00')], '-125.00', { RFN: sale.ESR!.FN!, Rsn: 'korkat' }));
    await shop.sell({ ...SALE, Test: '1' });
    await shop.sell({ NF: 'bill', PosA: [pos('Lunch', 'B', '112.00')] });
    await shop.sell({ NF: 'bill', DO: 'noprint', PosA: [pos('Lunch', 'B', '112.00')] });
    await shop.sell({ NFS: 'Copy', RFN: sale.ESR!.FN! });
    expect(
      unit.stored.map(({ number, kind, total, negative, vat }) => [
        number,
        kind,
        total,
        negative,
        vat.join(' '),
      ]),
    ).toEqual([
      [1, 'normal', '121,20', '25,00', '20,00 0,00 1,20 0,00'],
      [2, 'normal', '-125,00', '125,00', '-25,00 0,00 0,00 0,00'],
      [3, 'ovning', '125,00', '0,00', '25,00 0,00 0,00 0,00'],
      [4, 'profo', '112,00', '0,00', '0,00 12,00 0,00 0,00'],
      [5, 'kopia', '121,20', '25,00', '20,00 0,00 1,20 0,00'],
    ]);
    expect(sale.Fis!.Tag).toContainEqual({
      Label: 'Kontrollkod',
      Name: 'ControlCode',
      Value: unit.stored[0]!.code,
    });
    expect(await complaints(shop)).toEqual([]);
  });

  it('hears of a copy that is printed again before it comes out; there is one of each receipt', async () => {
    const { shop, unit } = await openCafe();
    const sale = await shop.sell(SALE);
    const { prints } = shop.register;
    unit.down();
    expect(await prints.copied(sale)).toMatchObject({ issues: [{ code: '#OFFLINE' }] });
    unit.up();
    // What was left open is registered before the next sale, and was never printed.
    expect((await shop.sell(SALE)).ESR!.FN).toBe('STO1-1-3');
    const copy = await prints.copied(sale);
    expect(unit.stored.map(({ kind }) => kind)).toEqual(['normal', 'kopia', 'normal']);
    expect(copy).toMatchObject({ count: 1 });
    const tags = copy && 'tags' in copy ? copy.tags! : [];
    const text = renderText(paperOf(sale, shop.register.cfg!, { purpose: 'copy', reprint: tags }), '80');
    expect(text).toContain('KOPIA');
    expect(text.replaceAll(/\s/g, '')).toContain(unit.stored[1]!.code.slice(0, 20));
    expect(await prints.copied(sale)).toMatchObject({ issues: [{ code: '#SE_COPY' }] });
    expect(await complaints(shop)).toEqual([]);
  });

  it('that is missing or full stops sales, says why, and the same number is given afterwards', async () => {
    const { shop, unit } = await openCafe();
    unit.conditions.memoryFull = true;
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#SE_UNIT_REFUSES' });
    unit.conditions.memoryFull = false;
    unit.conditions.memoryHigh = true;
    const first = await shop.send(SALE);
    expect(first).toMatchObject({
      Result: { RC: 'OK', ErrorCode: '#SE_UNIT_WARNS' },
      ESR: { FN: 'STO1-1-1' },
    });
    unit.down();
    const { Result } = await shop.send(SALE);
    expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
    expect(Result.UserMessage).toContain('Kontrollenheten svarar inte');
    unit.up();
    expect((await shop.send(SALE, { restart: true })).ESR!.FN).toBe('STO1-1-2');
    expect(unit.stored).toHaveLength(2);
  });

  it('that neither takes a lost receipt nor tells of it lets a manager give the number up', async () => {
    const { shop, unit } = await openCafe();
    await shop.sell(SALE);
    unit.drop(2, 'after');
    expect((await shop.send({ ...SALE, UID: 'lost' })).Result.ErrorCode).toBe('#OFFLINE');
    // Another receipt got the number meanwhile: the unit was used by somebody else.
    unit.conditions.registers = [];
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#SE_UNIT_UNCLEAR' });
    unit.conditions.registers = null;
    await shop.acting(shop.register)('give-up');
    expect((await shop.sell(SALE)).ESR!.FN).toBe('STO1-1-3');
    expect((await verified(shop)).registers.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it.each(['unit', 'server'])(
    '(%s) agrees with the journal wherever the line is cut: at every byte at night, at some of them else',
    async (kind) => {
      let line!: Line;
      const through = async (port: number) => (line = await lineTo(port)).port;
      const cafe = await (kind === 'unit' ? openCafe(({ port }) => through(port)) : openServed(through));
      const { shop } = cafe;
      await shop.sell(SALE);
      line.mend();
      await shop.sell(SALE);
      const whole = line.used;
      const step = runs(1) > 1 ? 1 : kind === 'unit' ? 211 : 499;
      for (let bytes = 1; bytes < whole; bytes += step) {
        for (const isOnce of [true, false]) {
          line.cutAfter(bytes, isOnce);
          const sent = { ...SALE, UID: `${bytes} ${String(isOnce)}` };
          const { Result } = await shop.send(sent);
          line.mend();
          if (Result.RC !== 'OK') {
            expect([bytes, Result]).toMatchObject([bytes, { RC: 'NO', ErrorCode: '#OFFLINE' }]);
            expect([bytes, (await shop.send(sent, { restart: true })).Result.RC]).toEqual([bytes, 'OK']);
          }
          const { journal, unit } = await numbers(cafe);
          expect([bytes, journal]).toEqual([bytes, unit]);
        }
      }
      expect(await complaints(shop)).toEqual([]);
    },
  );
});

it('parks sales, takes them up once, and counts those that are open', async () => {
  const { shop } = await openCafe();
  const lunch = pos('Lunch', 'B', '112.00', { TS: '11:29' });
  const { ESR: parked } = await shop.sell({ NF: 'park', Opr: 'E1', PosA: [lunch] });
  expect(parked!.FN).toBe('STO1-1-P1');
  await shop.sell({ NF: 'park', Opr: 'E1', PosA: [lunch] });
  const resumed = receipt([{ ...lunch, Resume: '1' }], '112.00', { ResumeFN: parked!.FN! });
  expect((await shop.sell(resumed)).ESR!.FN).toBe('STO1-1-1');
  expect((await shop.send(resumed)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#SE_RESUME' });
  expect((await shop.send({ ...resumed, ResumeFN: '' })).Result.ErrorCode).toBe('#SE_RESUME');
  const report = await shop.sell({ NFS: 'Z' });
  expect(report.Kept).toMatchObject({ parked: [1, 11_200], report: { kind: 'Z', number: 1 } });
  const tag = (Name: string) => report.Fis!.Tag!.find((each) => each.Name === Name);
  expect(tag('parked')).toMatchObject({ Label: 'Oavslutade försäljningar', Value: '1 / 112,00' });
  expect(tag('sales')).toMatchObject({ Label: 'Total försäljning', Value: '112,00' });
  await shop.sell({ NF: 'discard', ResumeFN: 'STO1-1-P2', PosA: [lunch] });
  expect((await shop.sell({ NFS: 'X' })).Kept).toMatchObject({
    parked: [0, 0],
    report: { kind: 'X', number: 2 },
  });
  expect((await shop.sell({ NFS: 'Z' })).Kept).toMatchObject({ report: { kind: 'Z', number: 2 } });
  expect(await complaints(shop)).toEqual([]);
});

it('takes back the sale that took a parked one up, and leaves it taken up; what is parked is given up', async () => {
  const { shop, unit } = await openCafe();
  const lunch = pos('Lunch', 'B', '112.00');
  const parked = await shop.sell({ NF: 'park', PosA: [lunch] });
  expect((await shop.attemptVoid(parked)).Result).toMatchObject({
    ...{ RC: 'BAD', ErrorCode: '#VOID_REFERENCE', Warning: [expect.stringContaining('NF=discard')] },
  });
  const resumed = receipt([{ ...lunch, Resume: '1' }], '112.00', { ResumeFN: parked.ESR!.FN! });
  await shop.void(await shop.sell(resumed));
  expect(unit.stored.map(({ total }) => total)).toEqual(['112,00', '-112,00']);
  expect((await shop.send(resumed)).Result.ErrorCode).toBe('#SE_RESUME');
  expect((await shop.sell({ NFS: 'X' })).Kept).toMatchObject({ parked: [0, 0] });
  expect(await complaints(shop)).toEqual([]);
});

it('leaves a parked sale parked when its bill is printed or it is opened, and moves it when it is parked again', async () => {
  const { shop } = await openCafe();
  const lunch = pos('Lunch', 'B', '112.00');
  const park = async (more: Tree = {}) => (await shop.sell({ NF: 'park', PosA: [lunch], ...more })).ESR!.FN!;
  const open = async () => ((await shop.sell({ NFS: 'X' })).Kept as { parked: [number, number] }).parked;
  const first = await park();
  const resumed = { ResumeFN: first, PosA: [{ ...lunch, Resume: '1' }] };
  await shop.sell({ NF: 'resume', ResumeFN: first });
  await shop.sell({ NF: 'bill', ...resumed });
  await shop.sell(receipt(resumed.PosA, '112.00', { ResumeFN: first, Test: '1' }));
  expect(await open()).toEqual([1, 11_200]);
  const second = await park({ ResumeFN: first });
  expect([second, await open()]).toEqual(['STO1-1-P2', [1, 11_200]]);
  expect((await shop.send(receipt(resumed.PosA, '112.00', { ResumeFN: first }))).Result.ErrorCode).toBe(
    '#SE_RESUME',
  );
  await shop.sell(receipt(resumed.PosA, '112.00', { ResumeFN: second }));
  // A return that is parked is an unfinished sale, too: what it comes to has no sign in the reports.
  await shop.sell({ NF: 'park', PosA: [pos('Vin', 'A', '-125.00')] });
  expect(await open()).toEqual([1, 12_500]);
  expect(await complaints(shop)).toEqual([]);
});

it.each([
  ['2026-03-31', '12'],
  ['2026-04-01', '6'],
  ['2027-12-31', '6'],
  ['2028-01-01', '12'],
])('taxes food on %s with %s %', (day, rate) => {
  const rules = rulesOn(day);
  expect(rules.byName('F')).toMatchObject({ rate });
  expect(['A', 'B', 'C', 'D', 'Z'].map((name) => rules.byName(name)?.rate)).toEqual([
    '25',
    '12',
    '6',
    '0',
    '0',
  ]);
});

/** A shop whose register is enrolled with a control server. @param portOf where the server is asked */
async function openServed(portOf = (port: number) => Promise.resolve(port)) {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const url = new URL(server.url);
  url.port = String(await portOf(Number(url.port)));
  const shop = await Shop.open({
    ...sweden,
    equipment: () => ({
      attributes: () => 'Fiscal_Timeout=2000',
      services: { controlUnits: CONTROL_UNITS },
      async setUp(act) {
        const { pkcs12, password } = await server.issue('STO1-1');
        const file = pkcs12.toString('base64');
        const ca = Buffer.from(server.ca).toString('base64');
        await act('use-server', { url: url.href, application: 'Tillmark', ca });
        await act('certificate', { file, password });
        const codes = { partnerName: 'Tillmark', partnerCode: 'TM', authority: 'S', store: '1' };
        await act('enrol', { url: server.enrolment, application: 'Tillmark', ...codes, ca });
      },
      done: () => server.stored.map(({ register, number }) => `${register}-${number}`),
    }),
  });
  return { shop, unit: server };
}

it('enrols with a control server, shows it the certificate of the register, and prints its code', async () => {
  const { shop, unit: server } = await openServed();
  const sale = await shop.sell(SALE);
  const [{ code }] = server.stored as [(typeof server.stored)[number]];
  expect(code).toHaveLength(113);
  expect(sale.Fis!.Tag).toContainEqual({ Label: 'Avstämningskod', Name: 'ControlCode', Value: code });
  await shop.sell(receipt([pos('Vin', 'A', '-125.00')], '-125.00', { RFN: sale.ESR!.FN!, Rsn: 'korkat' }));
  await shop.register.prints.copied(sale);
  server.drop(1);
  await shop.sell(SALE);
  server.full(true);
  expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#SE_UNIT_REFUSES' });
  expect(server.stored.map(({ kind, sale: sold, refund }) => [kind, sold, refund])).toEqual([
    ['normal', '125,00', ''],
    ['normal', '', '125,00'],
    ['kopia', '125,00', ''],
    ['normal', '125,00', ''],
  ]);
  expect(server.repeated).toBe(1);
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  const open = async function* () {
    yield await Promise.resolve(Buffer.from(xml));
  };
  expect(await verifyJournalExport({ names: ['journal.xml'], open })).toMatchObject({
    findings: [],
    counts: { receipts: 4 },
  });
  expect(xml).toContain(`<utreko:AvstamningskodForKvittotSomKopianAvser>${code}<`);
  expect(await complaints(shop)).toEqual([]);
});

it.each(['ccsp', 'posplus'] as const)(
  'has every receipt once at a unit on a serial line (%s), also where its answer was lost',
  async (protocol) => {
    const unit = await startSerialUnit({ protocol });
    onTestFinished(() => unit.stop());
    const shop = await Shop.open({
      ...sweden,
      equipment: () => ({
        attributes: () => 'Fiscal_Timeout=10000',
        services: { controlUnits: CONTROL_UNITS },
        setUp: (act) => act('use-unit', { url: `${protocol}:${unit.address}`, user: '', password: '' }),
        done: () => unit.stored.map(({ register, number }) => `${register}-${number}`),
      }),
    });
    const sale = await shop.sell(SALE);
    expect(sale.Fis!.Tag).toContainEqual({
      Label: 'Kontrollkod',
      Name: 'ControlCode',
      Value: unit.stored[0]!.code,
    });
    const lost = { ...SALE, UID: 'lost' };
    // Behind what is asked before: who the unit is, and how CleanCash is.
    const asked = protocol === 'ccsp' ? [null, null] : [null];
    unit.faults = [...asked, 'cut', ...asked, 'noise'];
    expect((await shop.send(lost)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
    expect((await shop.send(lost, { restart: true })).ESR!.FN).toBe('STO1-1-2');
    unit.conditions.memoryFull = true;
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#SE_UNIT_REFUSES' });
    unit.conditions.memoryFull = false;
    await shop.sell(receipt([pos('Vin', 'A', '-125.00')], '-125.00', { RFN: sale.ESR!.FN!, Rsn: 'korkat' }));
    expect(unit.stored.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await complaints(shop)).toEqual([]);
  },
);
