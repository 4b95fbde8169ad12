/**
 * A whole register must give the known signatures, numbers and QR codes: those of
 * the published test key. PKCS#1 v1.5 gives the same signature every time.
 */
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { tagOf } from './testing/inspector.ts';
import { pay, pos } from './testing/receipts.ts';
import { keyFrom, Till } from './testing/till.ts';

const KEY = fs.readFileSync(new URL('testing/test-key.pem', import.meta.url));
const LEGEND = 'Processado por programa certificado n.º 9999/AT';

interface Vector {
  /** Time of registration. */
  now: string;
  esr: Esr;
  FN: string;
  hash: string;
  characters: string;
  control: string;
  code?: string;
}

const FS: Vector[] = [
  {
    now: '2026-01-15T10:15:30',
    esr: { PosA: [pos('2.00', { TaxG: 'B' }), pos('1.23')], PayA: [pay('3.23')] },
    FN: 'FS 1_1.26/1',
    hash: 'stOQnZh8R5jVeTcGD1CNspDuiTYZsjF4f6f5kuPFKth9mS4+DG9CZcDy6Lcs4qQZiArIABm33OYhAnKMoj5QEkIkt+f2nSQde4MmXXrEhLamX+7TtrCsc9TJNzvAXOJWixKHreXVtw5tbSsx1p8CFNZqrrvGvQfJxHNt1+IWfRM=',
    characters: 'sjsF',
    control: '1',
    code: 'A:599999993*B:999999990*C:PT*D:FS*E:N*F:20260115*G:FS 1_1.26/1*H:CSDF7T5H-1*I1:PT*I5:1.77*I6:0.23*I7:1.00*I8:0.23*N:0.46*O:3.23*Q:sjsF*R:9999',
  },
  {
    now: '2026-01-15T10:21:07',
    esr: { PosA: [pos('10.60', { TaxG: 'C' }), pos('5.00', { TaxG: 'M07' })], PayA: [pay('15.60')] },
    FN: 'FS 1_1.26/2',
    hash: 'uuuF430GGjDB4yxWgBC41pxot/TG9YGlef5NKySQernUHTZaMSBSesGb2KES/Ca8E5r6mt5/LZmxQjIb1l7c4cl6L036zdXcH9wuprBA0w0jktKLYuvsgg0uGvzBI8f8druV/1yIV11riHn6eGamorj1xlaVjQpOhGVMWWBu1yE=',
    characters: 'uD1G',
    control: '1',
    code: 'A:599999993*B:999999990*C:PT*D:FS*E:N*F:20260115*G:FS 1_1.26/2*H:CSDF7T5H-2*I1:PT*I2:5.00*I3:10.00*I4:0.60*N:0.60*O:15.60*Q:uD1G*R:9999',
  },
];
const NC: Vector = {
  now: '2026-01-15T18:02:44',
  esr: { PosA: [pos('-10.60', { TaxG: 'C' })], PayA: [pay('-10.60')], RFN: 'FS 1_1.26/2', Rsn: 'Troca' },
  FN: 'NC 1_1.26/1',
  hash: 'Zl3ZFi259kV86Aw9Aouw7K0KngRcMFvCyYlDw/Hg/Fx1KbloCBrLlQeJopd9jP1f99GTAj2Fep8fXORJg5mSzBilMo2irLpYJhB7jhNfbVJjV2flJgxJE5pE26Hv/qY5DbWwEI9NDb8lI11Lk2lILi0s9FGdOAXD39DOUfFcNJw=',
  characters: 'ZV7v',
  control: '1',
};
const FORM: Vector = {
  now: '2026-01-16T09:00:05',
  esr: {
    PosA: [pos('24.60')],
    PayA: [pay('24.60')],
    FN: 'abc/23',
    D: '2026-01-10T15:00:00',
    DT: 'FT',
  },
  FN: 'FT 1_1.26M/1',
  hash: 'IigN1lp6ZZOhWt4coe2Lnbyc26njZ7HaCKqg+O0LTWTC22BDrsykUCsLyBrN7KqdNwdjcarspQjm3AxVoHnV/fizuhYZ1rFtuDoiuUTx6a946C4UUBTvigsXkvGeg4rOoQ1DYgAV4lqIheC4etxWVdIVryOtrZes28EhvOY0YAI=',
  characters: 'IOnH',
  control: '1-FTM abc/23',
};
const CM: Vector = {
  now: '2026-01-16T12:30:00',
  esr: { DT: 'CM', PosA: [pos('0.00')] },
  FN: 'CM 1_1.26/1',
  hash: 'F9RERC1aV88ZSzaZbqeE2MzSbeorIXwiHYXDh9D+XzSVNV7ZdiJxhDhj78llbXvOxF6j2o+l9TWhQ8IcAMvwZ9//RS41iBJglYiwTt0getvDhPuralui7RvaBkok1E5AB2fxC7qVOnqY058cnw65oOgbHM5n5PA+iLIcKyIMcW8=',
  characters: 'F82w',
  control: '1',
};

/** A till with the test key taken for a real one, and codes entered by hand. */
async function openTill(): Promise<Till> {
  const key = keyFrom(KEY, 1, false);
  const till = await Till.open({ now: '2026-01-15T08:00:00', key, certificate: '9999' });
  for (const series of ['FS 1_1.26', 'NC 1_1.26', 'FT 1_1.26M', 'CM 1_1.26']) {
    const code = series === 'FS 1_1.26' ? 'CSDF7T5H' : `AAJF${series.replace(/\W/g, '').slice(0, 8)}`;
    expect(await till.act('code', { series, code: code.replaceAll('_', '') })).toStrictEqual({
      result: null,
    });
  }
  return till;
}

async function issue(till: Till, { now, esr }: Vector): Promise<JournalRecord> {
  till.clock.set(now);
  return till.issue(esr);
}

function expectKnown(record: JournalRecord, { FN, hash, characters, control, code, now }: Vector): void {
  expect(record).toMatchObject({
    ESR: { FN },
    Fis: { PT_Hash: hash, PT_HashControl: control, PT_SystemEntryDate: now },
  });
  expect(tagOf(record, 'Certification')).toBe(`${characters}-${LEGEND}`);
  if (code !== undefined) expect(record.Fis!.Code).toBe(code);
}

describe('known documents', () => {
  it('in the order in which they were issued', async () => {
    const till = await openTill();
    for (const vector of [...FS, NC, FORM, CM]) expectKnown(await issue(till, vector), vector);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('whatever happens between them in other series', async () => {
    const till = await openTill();
    expectKnown(await issue(till, FS[0]!), FS[0]!);
    await till.restart();
    await till.void('FS 1_1.26/1');
    till.room.store.failNext();
    expect((await till.submit(FS[1]!.esr)).Result.ErrorCode).toBe('#JOURNAL_FAILED');
    expectKnown(await issue(till, FS[1]!), FS[1]!);
    // The time of entry is that of the last document of its own series alone.
    till.clock.set('2026-01-16T09:05:00');
    await till.sell();
    expectKnown(await issue(till, FORM), FORM);
    expectKnown(await issue(till, CM), CM);
  });
});

it('a lost document names its original, and carries the legend of a copy', async () => {
  const till = await openTill();
  await till.act('code', { series: 'FS 1_1.26AMD', code: 'RRJFJ2K6' });
  till.clock.set('2026-01-16T09:05:12');
  const lost = await till.issue({
    PosA: [pos('5.00')],
    PayA: [pay('5.00')],
    FN: 'FS 1_1.26/57',
    D: '2026-01-14T12:00:00',
  });
  expect(lost).toMatchObject({
    ESR: { FN: 'FS 1_1.26AMD/1' },
    Fis: { PT_HashControl: '1-FSD FS 1_1.26/57' },
  });
  expect(tagOf(lost, 'Original')).toBe('Cópia do documento original - FSD FS 1_1.26/57');
  expect(await till.complaints()).toStrictEqual([]);
});
