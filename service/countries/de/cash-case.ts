/** Business cases of money that goes into a till or out of it without a sale. */
import { isPayment, isPosition, type Esr } from '../../receipt/tra.ts';
import { BUSINESS_CASES, type BusinessCase } from './business-case.ts';

/** Records with these types (NFS) move money, whatever their positions say: sales are taxed elsewhere. */
const MONEY = new Set(['pay', 'payin', 'payout', 'transfer']);

/** What tills call movements of cash (NF, NFS), in small letters. */
const NAMES: Readonly<Record<string, BusinessCase>> = {
  pay: 'Forderungsaufloesung',
  payin: 'Einzahlung',
  payout: 'Auszahlung',
  float: 'Anfangsbestand',
  opening: 'Anfangsbestand',
  transfer: 'Geldtransit',
  difference: 'DifferenzSollIst',
  ...Object.fromEntries(BUSINESS_CASES.map((name) => [name.toLowerCase(), name])),
};

/** True for a record that moves money without a sale: all of it is not taxable. */
export function movesMoney({ NFS }: Esr): boolean {
  return MONEY.has(NFS?.toLowerCase() ?? '');
}

/**
 * True for a record that is a movement of cash and nothing else: its type names one (DE45), and it has
 * payments without positions or taxes.
 */
export function isCashMovement({ NFS, PosA = [], TaxA = [], PayA = [] }: Esr): boolean {
  const isNamed = Object.hasOwn(NAMES, NFS?.toLowerCase() ?? '');
  return isNamed && !PosA.some(isPosition) && TaxA.length === 0 && PayA.some(isPayment);
}

/**
 * The case of a receipt without positions: what its type says, in words of the receipt
 * format or of DSFinV-K, else a payment into the till or out of it (DE45).
 * A void has the case of what it takes back (DE14).
 * @param amount what the till has more of, cents
 */
export function cashCaseOf({ NF, NFS, Void }: Esr, amount: number): BusinessCase {
  const name = (NFS ?? NF ?? '').toLowerCase();
  if (Object.hasOwn(NAMES, name)) return NAMES[name]!;
  return (Void === '1' ? -amount : amount) < 0 ? 'Auszahlung' : 'Einzahlung';
}
