/** One copy of each receipt (kassasystemforskrifta § 2-6), whoever prints it. */
import { expect, it } from 'vitest';
import { paperOf } from '../../register/paper/paper.ts';
import { renderText } from '../../render/text.ts';
import { all, blocks, filesOf, SALE } from '../base/cash-register/testing/day.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { saft } from './export.ts';
import { norway } from './testing/example.ts';

it('is printed once by the register, marked, and refused from then on to the till as well', async () => {
  const shop = await Shop.open(norway);
  const sale = await shop.sell(SALE);
  const { prints } = shop.register;
  // Both ask at once: one of them gets it.
  const { TL, TT, TN } = sale.ESR!;
  const asked = await Promise.all([prints.copied(sale), prints.countAgain({ TL, TT, TN: TN! })]);
  const [copy, ...more] = asked.filter((each) => each && 'tags' in each);
  expect([copy, more]).toMatchObject([{ count: 1 }, []]);
  const reprint = copy && 'tags' in copy ? copy.tags! : [];
  const text = renderText(paperOf(sale, shop.register.cfg!, { purpose: 'copy', reprint }), '80');
  expect(text).toContain('*** KOPI ***');
  expect(await prints.copied(sale)).toMatchObject({ issues: [{ code: '#NO_COPY', path: 'FN' }] });
  await shop.restart();
  expect(await shop.register.prints.copied(sale)).toMatchObject({ issues: [{ code: '#NO_COPY' }] });
  const sent = await shop.send({ NFS: 'Copy', Opr: 'E1', RFN: sale.ESR!.FN! });
  expect(sent.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#NO_COPY' });
  expect(await complaints(shop)).toEqual([]);
});

it('is announced once by the till, by the number of a receipt of its register, and refused to the register', async () => {
  const shop = await Shop.open(norway);
  const sale = await shop.sell(SALE);
  const other = await shop.sell(SALE);
  const refused = { RC: 'BAD', ErrorCode: '#NO_COPY' };
  for (const named of [{}, { RFN: 'OSL1-1-99' }])
    expect((await shop.send({ NFS: 'Copy', Opr: 'E1', ...named })).Result).toMatchObject(refused);
  await shop.sell({ NFS: 'Copy', Opr: 'E1', RFN: sale.ESR!.FN! });
  expect((await shop.send({ NFS: 'DUP', Opr: 'E1', RFN: sale.ESR!.FN! })).Result).toMatchObject(refused);
  expect(await shop.register.prints.copied(sale)).toMatchObject({ issues: [{ code: '#NO_COPY' }] });
  // Each receipt has its own.
  expect(await shop.register.prints.copied(other)).toMatchObject({ count: 1 });
  expect(await complaints(shop)).toEqual([]);
});

it('of the till counts with what its receipt comes to, and tells which one that is', async () => {
  const shop = await Shop.open(norway);
  const sale = await shop.sell(SALE);
  await shop.sell({ NFS: 'Copy', Opr: 'E1', RFN: sale.ESR!.FN! });
  const Z = await shop.sell({ NFS: 'Z', Opr: 'E1' });
  expect(Z.Fis!.Tag).toContainEqual({ Label: 'Kopier', Name: 'copies', Value: '1 / 125,00' });
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  const copy = blocks(xml, 'event').find((event) => event.includes('<eventType>13014'))!;
  expect(all(copy, 'transID')).toEqual([String(sale.SQ)]);
  expect(await complaints(shop)).toEqual([]);
});
