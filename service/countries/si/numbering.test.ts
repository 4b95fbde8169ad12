/** Numbers of a device, of premises, and of a POS that counts for all registers there. */
import { expect, it } from 'vitest';
import { CFG } from './testing/sales.ts';
import { openShop, type Shop } from './testing/shop.ts';

const THIRD = 'BLAG3';

/** Number and structure of everything that FURS was told. */
const told = ({ furs }: Shop) =>
  furs.invoices.map(({ number, content }) => `${number} ${String(content.NumberingStructure)}`);

async function findings({ room, register }: Shop): Promise<unknown[]> {
  const records = await room.records('def');
  const auditor = register.country!.audit!({ publicKeys: new Map() });
  return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(register.state)];
}

const REFUSED = { RC: 'BAD', ErrorCode: '#SI_NUMBER' };

it('counts the devices of premises together, and a number never comes twice', async () => {
  const shop = await openShop();
  shop.attributes('SI_Numbering=premises');
  await shop.sell();
  await shop.sell({ TT: THIRD });
  await shop.sell({ NFS: 'Training' });
  await shop.sell();
  const numbers = ['TRGOVINA1-BLAG2-1 C', 'TRGOVINA1-BLAG3-2 C', 'TRGOVINA1-BLAG2-3 C'];
  expect(told(shop)).toEqual(numbers);
  expect((await shop.sell({ TT: THIRD, TN: '3' })).Result).toMatchObject(REFUSED);
  expect(await findings(shop)).toEqual([]);
  // A gap is told, and found.
  const { Result } = await shop.sell({ TN: '7' });
  expect(Result).toMatchObject({ RC: 'OK', Warning: [expect.stringContaining('7 does not follow 3')] });
  expect((await shop.sell({ TT: THIRD })).Fis!.Tag![0]!.Value).toBe('TRGOVINA1-BLAG3-8');
  expect(await findings(shop)).toEqual([
    { sq: expect.any(Number) as number, text: 'number 7 stands behind 3' },
  ]);
});

it('leaves counting to the POS where premises have several registers', async () => {
  const shop = await openShop();
  const { room } = shop;
  shop.attributes('SI_Numbering=premises');
  await room.registers.configure('second', { ...CFG, Trm: { ...CFG.Trm, TT: THIRD } });
  const refused = await shop.sell();
  expect(refused.Result).toMatchObject(REFUSED);
  expect(JSON.stringify(refused.Result)).toContain('SI_Numbering=pos');
  shop.attributes('SI_Numbering=POS');
  expect((await shop.sell()).Result).toMatchObject(REFUSED);
  // Those between are the other register's.
  for (const TN of ['5', '9']) expect((await shop.sell({ TN })).Result).toEqual({ RC: 'OK' });
  expect((await shop.sell({ TN: '8' })).Result).toMatchObject(REFUSED);
  // Sent again after a lost answer.
  const again = { tra: { ESR: shop.register.last!.ESR! }, warnings: [], restart: true };
  expect((await shop.register.submit(again)).Fis!.Tag![0]!.Value).toBe('TRGOVINA1-BLAG2-9');
  expect(told(shop)).toEqual(['TRGOVINA1-BLAG2-5 C', 'TRGOVINA1-BLAG2-9 C']);
  expect(await findings(shop)).toEqual([]);
});

it('changes its way of counting with the year alone', async () => {
  const shop = await openShop();
  await shop.sell();
  shop.attributes('SI_Numbering=premises');
  await shop.sell({ TT: THIRD });
  await shop.sell();
  const { clock } = shop.room;
  clock.set('2027-01-02T10:00:00');
  await shop.sell();
  shop.attributes('');
  await shop.sell({ TT: THIRD });
  expect(told(shop).map((number) => number.slice('TRGOVINA1-'.length))).toEqual([
    ...['BLAG2-1 B', 'BLAG3-1 B', 'BLAG2-2 B'],
    ...['BLAG2-1 C', 'BLAG3-2 C'],
  ]);
  expect(await findings(shop)).toEqual([]);
});

it('goes on behind the last number of the premises after a restore', async () => {
  const shop = await openShop();
  shop.attributes('SI_Numbering=premises');
  await shop.sell({ TT: THIRD });
  const { country, context } = shop.register;
  await shop.register.writes.perform({
    ...{ event: 'restored', details: {} },
    changes: (state) => country!.restored!(state, context!).changes,
  });
  expect((await shop.sell()).Result).toMatchObject({ ErrorCode: '#SI_NUMBERS' });
  expect(await shop.act('last-number', { number: '41' })).toEqual({ result: null });
  await shop.sell();
  expect(told(shop).at(-1)).toBe('TRGOVINA1-BLAG2-42 C');
  expect(await findings(shop)).toEqual([]);
});
