/** Positions as items of eKasa. */
import { grossAmounts } from '../../receipt/line-shares.ts';
import { amountText, decimalText, minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Position } from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import { textOf } from './kind.ts';
import { toldIdOf } from './references.ts';

/** Attributes of an item by their names in the message. */
export type Item = Record<string, string>;

const LONGEST_NAME = 255;
/** Position types whose negative amounts have an item type of their own: packaging taken back, advance deducted, voucher taken. */
const NEGATIVE: Readonly<Record<string, string>> = { Dep: 'VO', Adv: 'OZ', Vou: 'VP' };
/** `ZAS` is what the specification calls collectors' items. */
const RENAMED: Readonly<Record<string, string>> = { ZAS: 'ZPS' };

/** Items of a completed receipt; positions of nothing but text have none. */
export function itemsOf(esr: CompleteEsr, originals: readonly Original[]): Item[] {
  // Items add up to what is paid: net prices are told with their tax.
  const amounts = grossAmounts(esr, 2);
  return esr.PosA.flatMap((position, i) => {
    if (!isPosition(position)) return [];
    const reference = referenceOf(position, i, esr, originals);
    const type = itemType(position, amounts[i]!, reference, esr.Void === '1');
    const [regulation, seller] = [regulationOf(position), textOf(position.SK_SellerId)];
    return [
      {
        Name: nameOf(position),
        ItemType: type,
        Quantity: quantityOf(position) ?? '1.0000',
        VatRate: amountText(minor(taxLineOf(position, esr.TaxA)?.Prc ?? '0', 2), 2),
        Price: amountText(amounts[i]!, 2),
        ...((type === 'V' || type === 'O') && { ReferenceReceiptId: reference }),
        ...(regulation !== '' && { SpecialRegulation: regulation }),
        ...(seller !== '' && { SellerId: seller, SellerIdType: sellerType(position) }),
        ...(type === 'VP' && { VoucherNumber: textOf(position.VouN) }),
      },
    ];
  });
}

/** Why a position bears no VAT; empty without. */
export function regulationOf(position: Position): string {
  const sent = textOf(position.SK_SpecialRegulation).toUpperCase();
  return RENAMED[sent] ?? sent;
}

/** Kind of the seller's number; empty for none. */
export function sellerType(position: Position): string {
  const sent = textOf(position.SK_SellerIdType).toUpperCase();
  return sent === 'NONE' ? '' : sent;
}

/** How much, without sign and with four decimals; null where it has more of them. */
export function quantityOf({ Qty = '1' }: Position): string | null {
  const [whole, fraction = ''] = (decimalText(Qty) ?? '1').replace('-', '').split('.');
  return fraction.length > 4 ? null : `${whole}.${fraction.padEnd(4, '0')}`;
}

function itemType(position: Position, amount: number, reference: string, isVoid: boolean): string {
  if (isVoid) return 'O';
  if (amount >= 0) return 'K';
  return NEGATIVE[position._] ?? (reference === '' ? 'Z' : 'V');
}

function referenceOf(
  position: Position,
  index: number,
  esr: CompleteEsr,
  originals: readonly Original[],
): string {
  const own = originals.find(({ positions, path }) => path !== 'ESR' && positions.includes(index));
  const original = own ?? originals.find(({ path }) => path === 'ESR');
  // Without originals it is the void of another machine's receipt.
  return original ? toldIdOf(original) : textOf(position.RFN) || textOf(esr.RFN);
}

/** The euro sign has no place in it. */
function nameOf({ Dsc, SKU, IN }: Position): string {
  const name = [Dsc, SKU, IN].map(textOf).find((one) => one !== '') ?? 'Tovar';
  const clean = name.replaceAll('€', 'EUR').replace(/[\p{C}\s]+/gu, ' ');
  return [...clean].slice(0, LONGEST_NAME).join('');
}
