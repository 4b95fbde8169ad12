/** Receipts of a Swedish café, and shops that sell them. */
import { onTestFinished } from 'vitest';
import { CONTROL_UNITS } from '../../../devices/control-unit/models.ts';
import { startEmulator, type Emulator } from '../../../emulators/cleancash/emulator.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { Shop } from '../../testing/shop.ts';
import { sweden } from './example.ts';

/** A position; its price has the tax in it. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt, IN: '7310865004703' },
  ...more,
});

/** A receipt paid by card. */
export const receipt = (PosA: Tree[], total: string, more: Tree = {}): Tree => ({
  ...{ Opr: 'E1', PosA },
  PayA: [{ _: 'Pay', Dsc: 'Kort', PayG: 'debitcard', Amt: total }],
  ...more,
});

/** 125.00 with 25 % tax. */
export const SALE = receipt([pos('Vin', 'A', '125.00')], '125.00');

/** A shop with its control unit. */
export interface Cafe {
  shop: Shop;
  unit: Emulator;
}

/** Opens one. @param port where the unit is asked; its own when left out */
export async function openCafe(
  portOf: (unit: Emulator) => Promise<number> = ({ port }) => Promise.resolve(port),
): Promise<Cafe> {
  const unit = await startEmulator();
  onTestFinished(() => unit.stop());
  const port = await portOf(unit);
  const shop = await Shop.open({
    ...sweden,
    equipment: () => ({
      attributes: () => 'Fiscal_Timeout=2000',
      services: { controlUnits: CONTROL_UNITS },
      setUp: (act) => act('use-unit', { url: `http://127.0.0.1:${port}/xccsp`, user: '', password: '' }),
      done: () => unit.stored.map(({ register, number }) => `${register}-${number}`),
    }),
  });
  return { shop, unit };
}

/** Numbers in the journal and in the unit, which have to be the same. */
export async function numbers({
  shop,
  unit,
}: {
  shop: Shop;
  unit: { stored: readonly { number: number }[] };
}) {
  const records = await shop.room.records('def');
  const journal = records.flatMap(({ Kept }) => {
    const { nr } = (Kept ?? {}) as { nr?: number };
    return nr === undefined ? [] : [nr];
  });
  return { journal, unit: unit.stored.map(({ number }) => number) };
}

/** Everything that a till does, on a day that is closed and one that is not. */
export async function sellADay({ shop }: Cafe): Promise<void> {
  await shop.lookAfter();
  await shop.sell({ NF: 'login', Opr: 'E1' });
  await shop.sell({ NF: 'balance', Opr: 'E1', T: '500.00' });
  const wine = pos('Vin "rött" <& åäö>', 'A', '250.00', { Qty: '2', Pri: '125.00', PN: '1', TS: '11:59:30' });
  const sale = await shop.sell(
    receipt([wine, { _: 'Mod', PN: '1', Dsc: 'Rabatt', Amt: '-25.00' }, pos('Bröd', 'F', '21.20')], '246.20'),
  );
  await shop.sell(receipt([pos('Vin', 'A', '-125.00')], '-125.00', { RFN: sale.ESR!.FN!, Rsn: 'korkat' }));
  await shop.void(await shop.sell(SALE));
  await shop.sell({ ...SALE, Test: '1' });
  await shop.sell({ NF: 'bill', PosA: [pos('Lunch', 'B', '112.00')] });
  await shop.register.prints.copied(sale);
  const parked = await shop.sell({ NF: 'park', PosA: [pos('Lunch', 'B', '112.00')] });
  await shop.sell({ NF: 'park', PosA: [pos('Kaffe', 'B', '30.00')] });
  await shop.sell(
    receipt([pos('Lunch', 'B', '112.00', { Resume: '1' })], '112.00', { ResumeFN: parked.ESR!.FN! }),
  );
  await shop.sell({ NF: 'drawer', Opr: 'E1' });
  await shop.sell({ NF: 'payout', Opr: 'E1', T: '100.00' });
  await shop.sell({ NF: 'linedelete', Opr: 'E1', PosA: [pos('Kaffe', 'B', '30.00', { TS: '11:58' })] });
  await shop.sell({ NF: 'priceinquiry', Opr: 'E1', PosA: [pos('Vin', 'A', '125.00', { Cat: '04008' })] });
  for (const mode of ['13023', '13024']) await shop.sell({ NF: mode, Opr: 'E1' });
  const tea = await shop.sell({ NF: 'park', PosA: [pos('Te', 'B', '25.00', { TS: '11:50' })] });
  await shop.sell({ NF: 'discard', ResumeFN: tea.ESR!.FN! });
  await shop.sell(receipt([pos('Klippning', 'A', '400.00', { Cat: '04005' })], '400.00'));
  await shop.sell({ NFS: 'X', Opr: 'E1' });
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  await shop.sell(SALE);
  await shop.sell({ NF: 'logout', Opr: 'E1' });
}
