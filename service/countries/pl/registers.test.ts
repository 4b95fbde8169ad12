/** The registers of returns and mistakes of a shop, as it hands them to an inspector. */
import { expect, it } from 'vitest';
import { download } from '../../testing/download.ts';
import { unzip } from '../../testing/unzip.ts';
import { openShop, pay, pos, SALE } from './testing/shop.ts';

it('names what went back, what it was sold on, why, and its tax', async () => {
  const { sell, running } = await openShop();
  await sell();
  await sell({
    ...SALE,
    PL_Faktura: 'FV 7',
    Ctm: { Nam: 'K', Adr: 'A 1', Zip: '0', City: 'W', TaxId: '5260250274' },
  });
  await sell();
  const back = (Amt: string) => ({ PosA: [pos('=Chleb; "razowy"', 'C', Amt, { Qty: '-1' })] });
  await sell({ ...back('-4.50'), RFN: '1/1', Rsn: 'czerstwy', Opr: 'Ewa', PayA: [pay('refund', '-4.50')] });
  await sell({
    ...{ RFN: 'FV/FV 7', PosA: [pos('Kawa', 'A', '-12.00'), pos('Czynsz', 'E', '-1.00')] },
    PayA: [pay('refund', '-13.00')],
  });
  await sell({ ...back('-4.50'), PayA: [pay('refund', '-4.50')] });
  await sell({
    PosA: [
      pos('Kawa', 'A', '-12.00', { Qty: '-3', Pri: '4.00' }),
      pos('Kawa', 'A', '4.00', { Qty: '1', Pri: '4.00', Void: '1' }),
      pos('Woda', 'A', '-3.00'),
      pos('Woda', 'A', '3.00', { Void: '1' }),
    ],
    PayA: [pay('refund', '-8.00')],
  });
  await sell({ ...back('-4.50'), NFS: 'Training', PayA: [pay('refund', '-4.50')] });
  const original = { TL: 'WAW1', TT: '1', TN: '3', D: '2026-11-20T16:55:00' };
  await running.post('/register/void', { Tra: { ESR: original } });
  const days = 'from=2026-11-01&till=2026-11-30';
  const { status, body } = await download(`${running.url}/export?type=ewidencje&${days}`);
  expect(status).toBe(200);
  const files = await unzip(body);
  const rows = (name: string) => files[name]!.toString().trimEnd().split('\r\n').slice(1);
  const [at, printer] = ['2026-11-20 16:55:00', 'ZBF 2101002392'];
  expect(rows('ewidencja-zwrotow.csv')).toEqual([
    `WAW1/1;4;${at};1/1;${at};${printer};"'=Chleb; ""razowy"" x 1";5 %;4,50;0,21;czerstwy;Ewa`,
    `WAW1/1;5;${at};FV 7;${at};${printer};Kawa x 1;23 %;12,00;2,24;;`,
    `WAW1/1;5;${at};FV 7;${at};${printer};Czynsz x 1;zw.;1,00;0,00;;`,
    `WAW1/1;6;${at};;;;"'=Chleb; ""razowy"" x 1";5 %;4,50;0,21;;`,
    `WAW1/1;7;${at};;;;Kawa x 2;23 %;8,00;1,50;;`,
  ]);
  expect(rows('ewidencja-pomylek.csv')).toEqual([
    `WAW1/1;9;${at};1/2;${at};${printer};Kawa x 2;23 %;24,00;4,49;;`,
    `WAW1/1;9;${at};1/2;${at};${printer};Chleb x 1;5 %;4,50;0,21;;`,
  ]);
});

it('takes no return back: the goods are sold again', async () => {
  const { sell, running } = await openShop();
  const PosA = [pos('Chleb', 'C', '-4.50', { Qty: '-1' })];
  const { TN } = (await sell({ PosA, PayA: [pay('refund', '-4.50')] })).json.TraC.ESR;
  const { json } = await running.post('/register/void', { Tra: { ESR: { TN } } });
  expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#VOID_OF_RETURN' });
});
