/** What Poland demands of a configuration and of receipts, before the printer is asked. */
import type { Cfg } from '../../receipt/cfg.ts';
import { allocate } from '../../receipt/modifiers.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { leftOver } from '../base/fiscal-printer/items.ts';
import { returnStays } from '../base/void-reasons.ts';
import { issue } from './codes.ts';
import { kindOf } from './kind.ts';
import { bareNip, isNip } from './nip.ts';
import { planOf } from './order.ts';
import { groupOf } from './taxes.ts';

/** What looks wrong in a configuration. The printer has the data of its shop: those here are on no receipt. */
export function cfgWarnings({ Cmp }: Cfg): string[] {
  if (isNip(bareNip(Cmp.TaxId))) return [];
  return ['Cfg.Cmp.TaxId: is no Polish tax number (NIP) of ten digits'];
}

/** What is wrong with a completed receipt. */
export function checkReceipt(esr: CompleteEsr): Issue[] {
  const kind = kindOf(esr);
  if (kind === 'sale') {
    const planned = planOf(esr);
    return 'issues' in planned ? planned.issues : [];
  }
  return kind === 'return' || kind === 'mistake' || kind === 'zero' ? [...mixed(esr), ...rates(esr)] : [];
}

/** Positions that go the other way than their receipt; of a receipt of no value, all that have one. */
function mixed({ PosA, T }: CompleteEsr): Issue[] {
  const { amounts } = allocate(PosA, 2);
  const way = Math.sign(minor(T, 2));
  const sign = way < 0 ? -1 : 1;
  return [...leftOver(PosA, amounts, sign)].flatMap(([i, { amount }]) =>
    amount === 0 || Math.sign(sign * amount) === way
      ? []
      : [issue('#PL_NEGATIVE', `ESR.PosA[${i}].Amt`, 'goods are sold and taken back; send two receipts')],
  );
}

function rates({ TaxA, D }: CompleteEsr): Issue[] {
  return TaxA.flatMap((line, i) =>
    groupOf(line, D.slice(0, 10)) === null
      ? [issue('#PL_TAX', `ESR.TaxA[${i}].Prc`, `${line.Prc ?? '?'} % is no Polish rate`)]
      : [],
  );
}

/** A mistake is a sale that was none: a return is an entry of its register for good. */
export function checkVoid({ ESR }: JournalRecord): Issue[] {
  return ESR && kindOf(ESR as CompleteEsr) === 'return' ? returnStays() : [];
}
