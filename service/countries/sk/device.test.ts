/** A Slovak register behind a certified program with its storage. */
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/ppekk/emulator.ts';
import { documentService } from '../../devices/ppekk/documents.ts';
import { openRoom } from '../../testing/registers.ts';
import { Attributes } from '../../settings/attributes.ts';
import { act } from '../../register/country-work.ts';
import type { Esr } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import { identityData } from './testing/shop.ts';
import { CFG, sale } from './testing/sales.ts';

const NEVER = new AbortController().signal;
const cash = (Amt: string) => [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt }];

async function openShop() {
  const room = await openRoom(undefined, undefined, { openPpekk: documentService });
  const ppekk = await startEmulator({ clock: room.clock });
  onTestFinished(() => ppekk.stop());
  const attributes = (more: string) => {
    const parsed = Attributes.parse(`SK_Ppekk=${ppekk.url} ${more}`);
    room.services.attributes = () => parsed;
  };
  attributes('');
  await room.registers.configure('def', CFG);
  const register = (await room.registers.find('def'))!;
  const sell = (more: Partial<Esr> = {}) =>
    register.submit({ tra: { ESR: sale([['13.49', 'A']], more) }, warnings: [], restart: false });
  const findings = async () => {
    const auditor = register.country!.audit!({ publicKeys: new Map() });
    const records = await room.records('def');
    return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(register.state)];
  };
  return { room, ppekk, attributes, register, sell, findings };
}

it('registers a sale with the codes of the storage, without a certificate of its own', async () => {
  const { ppekk, sell, findings, register } = await openShop();
  const { Result, Fis } = await sell();
  expect(Result).toEqual({ RC: 'OK' });
  const [stored] = ppekk.stored;
  expect(stored).toMatchObject({ type: 'PD', number: 1, request: { amount: 13.49 } });
  expect(Fis).toMatchObject({ FN: '1', OKP: stored!.okp.toLowerCase(), Code: stored!.uid });
  expect(tagOf(Fis, 'UID')).toBe(stored!.uid);
  expect(register.undelivered).toBe(0);
  expect(await findings()).toEqual([]);
});

it('registers invoices, paragons, training, returns and voids, and no deposits of the new law', async () => {
  const { ppekk, sell, register } = await openShop();
  const first = await sell({ SK_ParagonNumber: '7' });
  const RFN = tagOf(first.Fis, 'UID')!;
  const more: Partial<Esr>[] = [
    { PosA: [{ _: 'Pos', Dsc: 'F', TaxG: 'Z', Amt: '5.00', SK_InvoiceNumber: 'F-1' }], PayA: cash('5.00') },
    { Test: '1' },
    { RFN, Rsn: 'x', PosA: [{ _: 'Pos', Dsc: 'Víno', TaxG: 'A', Amt: '-1.00' }], PayA: cash('-1.00') },
    { NF: 'payin', PosA: [], PayA: cash('50.00') },
  ];
  for (const one of more) expect((await sell(one)).Result.RC).toBe('OK');
  await sell();
  await register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(ppekk.stored.map(({ type, request }) => [type, request.amount])).toEqual([
    ...[
      ['PD', 13.49],
      ['UF', 5],
      ['ND', 13.49],
    ],
    ...[
      ['PD', -1],
      ['PD', 13.49],
      ['PD', -13.49],
    ],
  ]);
  expect(ppekk.stored[0]!.request).toMatchObject({ paragonNumber: 7 });
  expect(ppekk.stored[3]!.request.documentEntries).toMatchObject([
    { itemType: 'REFUND', referenceDocumentId: RFN, price: -1 },
  ]);
});

it('prints with PKP while eKasa does not answer the program, and gets the UID later', async () => {
  const { ppekk, sell, register, findings } = await openShop();
  ppekk.conditions.offline = true;
  const { Result, Fis } = await sell();
  expect(Result).toMatchObject({ RC: 'OK', ErrorCode: '#OFFLINE' });
  expect(tagOf(Fis, 'PKP')).toHaveLength(344);
  expect(register.undelivered).toBe(1);
  ppekk.deliver();
  await register.deliver(NEVER);
  expect(register.undelivered).toBe(0);
  expect(tagOf(register.last!.Fis, 'UID')).toBe(ppekk.stored[0]!.uid);
  expect(await findings()).toEqual([]);
});

it('has a receipt once wherever an answer is lost, and sells nothing until that is known', async () => {
  const { ppekk, room, sell, register } = await openShop();
  // The first one asks whose storage it is, too.
  await sell();
  ppekk.drop(1, 'after');
  expect((await sell()).Result.RC).toBe('OK');
  expect(ppekk.stored).toHaveLength(2);
  ppekk.drop(1, 'before');
  expect((await sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
  expect((await sell()).Result.RC).toBe('NO');
  room.clock.advance(31_000);
  expect((await sell()).Result.RC).toBe('OK');
  expect(ppekk.stored).toHaveLength(3);
  expect(register.last!.Fis!.FN).toBe('3');
});

it('lets a manager say that a receipt was not registered, when its program is gone for good', async () => {
  const { ppekk, room, sell, register } = await openShop();
  await sell();
  expect(await act(register, 'not-registered', {})).toMatchObject({ issues: [{}] });
  ppekk.drop(1, 'before');
  await sell();
  ppekk.down();
  room.clock.advance(31_000);
  expect((await sell()).Result.RC).toBe('NO');
  expect(await act(register, 'not-registered', {})).toEqual({ result: null });
  ppekk.up();
  expect((await sell()).Result.RC).toBe('OK');
  expect(ppekk.stored).toHaveLength(2);
});

it('says why nothing was registered', async () => {
  const { ppekk, sell, attributes, register } = await openShop();
  const refused = { RC: 'NO', ErrorCode: '#SK_PPEKK' };
  ppekk.conditions.storageFull = true;
  expect((await sell()).Result).toMatchObject(refused);
  ppekk.conditions.storageFull = false;
  attributes('Reg_test');
  expect((await sell()).Result).toMatchObject(refused);
  attributes('');
  // Stored, and the printer failed behind it: the receipt exists.
  ppekk.conditions.printerBroken = true;
  expect((await sell()).Result.RC).toBe('OK');
  ppekk.down();
  expect((await sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
  expect(ppekk.stored).toHaveLength(1);
  expect(register.last!.Fis!.FN).toBe('1');
});

it('does not sell with the storage of another register', async () => {
  const { ppekk, sell, register } = await openShop();
  const code = '88820201234560009';
  const file = (text: string) => ({ file: Buffer.from(text).toString('base64') });
  expect(
    await act(register, 'identity', file(identityData('88812345678900001', '1234567890'))),
  ).toMatchObject({
    issues: [{ path: 'file' }],
  });
  expect(await act(register, 'identity', file(identityData(code)))).toEqual({ result: null });
  const { Result } = await sell();
  expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#SK_PPEKK' });
  expect(ppekk.stored).toEqual([]);
});
