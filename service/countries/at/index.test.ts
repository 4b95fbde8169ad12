import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signingSerial } from '../../register/country-work.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { practises } from '../../register/status.ts';
import { newCertifiedUnit, newTestUnit, type TestUnit } from '../../testing/software-signer.ts';
import { AUSTRIA, pay, pos, Till } from './testing/till.ts';

describe('a register', () => {
  it('makes its start receipt before the first sale', async () => {
    const till = await Till.open();
    const { Fis, Result, ESR } = await till.sell('12.00');
    expect(Result.RC).toBe('OK');
    expect(ESR).toMatchObject({ TN: '2' });
    expect(Fis?.Code).toMatch(/^_R1-AT9_Graz\/1_2026\/2_2026-05-04T12:00:00_12,00_0,00_0,00_0,00_0,00_/);
    expect(await till.receipts()).toMatchObject([
      { own: 'start', number: '2026/1', total: 0, counter: 0n, signed: true },
      { own: null, number: '2026/2', total: 1200, counter: 1200n, signed: true },
    ]);
    expect(await till.verify()).toEqual({ errors: [], warnings: [], counter: 1200n, receipts: 2 });
    expect(till.overview).toMatchObject({ state: 'running', start: { number: '2026/1', checked: null } });
  });

  it('keeps sales without a signature as long as the start receipt cannot be signed, and says so', async () => {
    const till = await Till.open();
    till.signer.broken = true;
    const broken = await till.attempt();
    expect(broken.Result).toMatchObject({ RC: 'OK', ErrorCode: '#SIGNDEV_BROKEN' });
    expect(broken.Fis?.Tag?.map(({ Value }) => Value)).toEqual([
      'Sicherheitseinrichtung ausgefallen',
      'Registrierkasse nicht in Betrieb',
    ]);
    till.signer.units = [];
    expect((await till.attempt()).Result).toMatchObject({ RC: 'OK', ErrorCode: '#SIGNDEV_MISS' });
    expect(till.problems).toContain('AT_NO_UNIT');
    till.signer.units = [newTestUnit()];
    expect((await till.attempt()).Result.RC).toBe('OK');
    expect((await till.verify()).errors).toEqual([]);
  });

  it('says of receipts before the start receipt that it is not in operation, counts and exports them', async () => {
    const till = await Till.open();
    till.signer.units = [];
    const sold = await till.sell('3.00');
    await till.sell('4.00');
    const training = await till.sell('5.00', { Test: '1' });
    expect(training.Fis?.Tag?.map(({ Value }) => Value)).toContain('Trainingsbuchung');
    await till.submit({ NF: 'Z', PosA: [], PayA: [] });
    expect(practises(till.register)).toBe(true);
    expect(till.problems).toContain('AT_NOT_IN_OPERATION');
    expect(till.overview.unsigned).toMatchObject({ count: 2 });
    const record = (await till.records()).find(({ SQ }) => SQ === sold.SQ)!;
    expect(paperOf(record, AUSTRIA).marks).toEqual(['Registrierkasse nicht in Betrieb']);
    const listed = async () => {
      const names: string[] = [];
      let list: { Belege: { T: string }[] } | undefined;
      for await (const { name, content } of till.depFiles()) {
        names.push(name);
        let text = '';
        for await (const chunk of content) text += chunk.toString();
        list = JSON.parse(text);
      }
      return [names, list?.Belege.map(({ T }) => T)];
    };
    const both = [
      ['dep-export.json', 'nicht-in-betrieb.json'],
      ['3.00', '4.00'],
    ];
    expect(await listed()).toEqual(both);
    till.signer.units = [newCertifiedUnit()];
    await till.sell('6.00');
    expect(practises(till.register)).toBe(false);
    expect(await listed()).toEqual(both);
    expect((await till.verify()).errors).toEqual([]);
    // Somebody has had the time to look after them.
    till.clock.set('2026-06-30T12:00:00');
    expect(till.problems).not.toContain('AT_NOT_IN_OPERATION');
    expect(till.overview.unsigned).toMatchObject({ count: 2 });
  });

  it.each<[string, () => TestUnit, boolean]>([
    ['a key made here', () => newTestUnit(), true],
    ['a certificate that its own key has signed', () => newTestUnit('card', 'AT1', 'card'), true],
    ['a certificate for tests', () => newCertifiedUnit('card', 'a-sign-Premium-Test-Sig-05'), true],
    ['a certificate of a provider', () => newCertifiedUnit(), false],
  ])('marks what is worth nothing: signed by %s', async (_what, unit, isTest) => {
    const till = await Till.open();
    till.signer.units = [unit()];
    const { SQ } = await till.sell();
    const record = (await till.records()).find((one) => one.SQ === SQ)!;
    const marks = isTest ? ['Testbeleg ohne Gültigkeit'] : [];
    expect(paperOf(record, AUSTRIA).marks).toEqual(marks);
    expect(record.Fis!.Tag!.filter(({ Name }) => Name === 'Test').map(({ Value }) => Value)).toEqual(marks);
    expect(practises(till.register)).toBe(isTest);
  });

  it('shows the certificates that receipts name, again after a start and when a disk was full', async () => {
    const till = await Till.open();
    till.isFull = true;
    till.signer.units = [newCertifiedUnit()];
    expect(signingSerial(till.register)).toBeNull();
    await till.sell();
    expect(till.shown.size).toBe(0);
    const [{ identity }] = till.signer.units as [TestUnit];
    till.isFull = false;
    await till.background();
    const pem = till.shown.get(identity.serial)!;
    expect(new X509Certificate(pem).raw).toEqual(identity.chain[0]);
    expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(identity.chain.length);
    expect(signingSerial(till.register)).toBe(identity.serial);
    till.shown.clear();
    await till.restart();
    await till.background();
    expect([...till.shown.keys()]).toEqual([identity.serial]);
  });

  it('lets no nonfiscal record with articles pass for a receipt', async () => {
    const till = await Till.open();
    const { SQ, Fis, Result } = await till.sell('5.00', { NFS: 'Rechnung' });
    const record = (await till.records()).find((one) => one.SQ === SQ)!;
    expect(Fis?.Tag?.map(({ Value }) => Value)).toEqual(['Keine Rechnung, kein Kassenbeleg']);
    expect(Result.Warning).toEqual([expect.stringContaining('not in the DEP')]);
    expect(paperOf(record, AUSTRIA).marks).toEqual(['Keine Rechnung, kein Kassenbeleg']);
  });

  it('journals when training and tests begin and end', async () => {
    const till = await Till.open();
    till.signer.units = [newCertifiedUnit()];
    await till.sell();
    till.attributes = 'Fiscal_Test';
    await till.sell();
    till.attributes = '';
    till.signer.units = [newTestUnit()];
    await till.background();
    till.signer.units = [newCertifiedUnit()];
    await till.sell();
    const notes = (await till.records()).map((record) => record as { Event?: string; Reason?: string });
    expect(
      notes.filter(({ Event }) => Event?.startsWith('practice-')).map(({ Event, Reason }) => [Event, Reason]),
    ).toEqual([
      ['practice-begun', 'Fiscal_Test'],
      ['practice-begun', 'test key'],
      ['practice-ended', undefined],
    ]);
  });

  it('adds each kind of receipt to the counter as the law wants', async () => {
    const till = await Till.open();
    const mixed = ['A', 'B', 'C', 'D', 'E'].map((group, i) => pos(`${i + 1}.10`, group));
    await till.submit({ PosA: mixed, PayA: [pay('15.50')] });
    await till.sell('5.00', { Test: '1' });
    const { ESR } = await till.sell('2.00');
    await till.register.void({ original: ESR!, sender: {}, reason: undefined, warnings: [] });
    await till.sell('-3.00');
    await till.submit({ NF: 'Z', PosA: [], PayA: [] });
    expect((await till.receipts()).map(({ kind, total, counter }) => [kind, total, counter])).toEqual([
      ['standard', 0, 0n],
      ['standard', 1550, 1550n],
      ['training', 500, null],
      ['standard', 200, 1750n],
      ['void', -200, null],
      ['standard', -300, 1250n],
    ]);
    const codes = (await till.records()).map(({ Fis }) => Fis?.Code ?? '');
    expect(codes.some((code) => code.includes('_1,10_2,10_3,10_4,10_5,10_'))).toBe(true);
    expect((await till.verify()).counter).toBe(1250n);
    expect((await till.verify()).errors).toEqual([]);
  });

  it('prints the words of the law, Kassen-ID and Belegnummer', async () => {
    const till = await Till.open();
    till.signer.units = [newCertifiedUnit()];
    const values = (answer: Awaited<ReturnType<Till['sell']>>) => answer.Fis?.Tag?.map(({ Value }) => Value);
    expect(values(await till.sell())).toEqual(['Graz/1', '2026/2']);
    expect(values(await till.sell('1.00', { NFS: 'Training' }))).toEqual([
      'Trainingsbuchung',
      'Graz/1',
      '2026/3',
    ]);
    till.signer.broken = true;
    const { ESR } = await till.sell();
    const voided = await till.register.void({ original: ESR!, sender: {}, reason: undefined, warnings: [] });
    expect(values(voided)).toEqual([
      'Stornobuchung',
      'Sicherheitseinrichtung ausgefallen',
      'Graz/1',
      '2026/5',
    ]);
  });

  it.each(['Fiscal_Test', 'Reg_test'])('takes all for training while %s is set', async (attribute) => {
    const till = await Till.open();
    till.attributes = attribute;
    await till.sell('7.00');
    const [, sale] = await till.receipts();
    expect(sale).toMatchObject({ kind: 'training', total: 700 });
    expect(till.kasse.counter).toBe('0');
    expect((await till.room.journal.turnover('def', '2026-05-04', '2026-05-04')).total).toBe(0);
  });

  it('adds OCR text, picture and link where they are asked for', async () => {
    const till = await Till.open();
    till.attributes = 'Fis_OCR Fis_QR="type=png&size=2&ec_level=L" Fis_Link=https://kassa.example/b';
    const { Fis } = await till.sell();
    expect(Fis?.OCR).toMatch(/^_R1-AT9_.*_[A-Z2-7]+=*_[^_]+_[A-Z2-7]+=*_[A-Z2-7]+=*$/);
    expect(Buffer.from(Fis?.QR as string, 'base64').toString('latin1', 1, 4)).toBe('PNG');
    expect(Fis?.Link).toMatch(/^https:\/\/kassa\.example\/b\/[\w-]{11}$/);
    till.attributes = 'Fis_QR="type=bmp&size=4"';
    expect(Buffer.from((await till.sell()).Fis?.QR as string, 'base64').toString('latin1', 0, 2)).toBe('BM');
  });

  it.each([
    [{ TT: '2' }, '#AT_TERMINAL'],
    [{ TL: 'Wien' }, '#AT_TERMINAL'],
    [{ TN: 'a_1/2' }, '#AT_NUMBER'],
    [{ TN: 'x'.repeat(120) }, '#AT_NUMBER'],
  ])('refuses %j', async (values, code) => {
    const till = await Till.open();
    expect((await till.attempt('1.00', values)).Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  });

  it('never reads two numbers the same in the code', async () => {
    const till = await Till.open();
    await till.sell('1.00', { TN: '7_1' });
    expect((await till.attempt('1.00', { TN: '7/1' })).Result.ErrorCode).toBe('#AT_NUMBER');
    expect((await till.receipts()).at(-1)?.number).toBe('2026/7/1');
  });

  it('belongs to its company and Kassen-ID from the start receipt on', async () => {
    const till = await Till.open();
    await till.configure({ ...AUSTRIA, Trm: { TT: '2' } });
    await till.sell();
    const change = (cfg: object) => till.register.configuration.set({ ...AUSTRIA, Trm: { TT: '2' }, ...cfg });
    expect((await change({ Trm: { TT: '3' } })).Result.ErrorCode).toBe('#CFG');
    expect((await change({ Cmp: { ...AUSTRIA.Cmp, TaxId: 'ATU99999999' } })).Result.ErrorCode).toBe('#CFG');
    expect((await change({ Cmp: { ...AUSTRIA.Cmp, Ctry: 'PT' } })).Result.ErrorCode).toBe('#CFG');
    expect((await change({ Cmp: { ...AUSTRIA.Cmp, Nam: 'Neu', TaxId: 'atu 12345675' } })).Result.RC).toBe(
      'OK',
    );
  });

  it('warns of a tax id that the tax office does not know', async () => {
    const till = await Till.open();
    const warning = async (TaxId: string) =>
      (await till.register.configuration.set({ ...AUSTRIA, Cmp: { ...AUSTRIA.Cmp, TaxId } })).Result.Warning;
    expect(await warning('ATU12345678')).toHaveLength(1);
    expect(await warning('12-345/6789')).toBeUndefined();
    expect(await warning('9110000000017')).toHaveLength(1);
    expect(await warning('4006381333931')).toBeUndefined();
    expect(await warning('ATU12345675')).toBeUndefined();
  });

  it('keeps its certificates once, in the record and in the state', async () => {
    const till = await Till.open();
    await till.sell();
    await till.sell();
    const kept = (await till.records()).filter(({ Fis }) => Fis?.AT_Certificates !== undefined);
    expect(kept.map(({ Own }) => Own)).toEqual(['start']);
  });
});
