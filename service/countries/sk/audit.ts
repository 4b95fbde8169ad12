/** The audit of a Slovak register: numbers without a gap in each month, codes that fit what was told, and a UID for everything. */
import type { CompleteEsr, Fis, JournalRecord } from '../../receipt/tra.ts';
import { onlineAudit } from '../base/online/audit.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { ENVIRONMENT, numberKeyOf } from './credentials.ts';
import { typeOf } from './kind.ts';
import { okpOf } from './pkp.ts';
import { keptReceipt, toldTotal } from './receipt-data.ts';
import { UID } from './references.ts';
import { amountText, minor } from '../../receipt/money.ts';

/** {@link Country.audit} of Slovakia. */
export function audit(): Auditor {
  const numbers = new Map<string, number>();
  const auditor = onlineAudit({
    ...{ code: 'UID', form: UID, gapless: false },
    isReported: (_esr, fis) => fis?.OKP !== undefined,
    isTold: (record) => keptReceipt(record)?.ppekk !== undefined && UID.test(tagOf(record.Fis, 'UID') ?? ''),
    isTestReceipt: ENVIRONMENT.isTestReceipt,
    problems: codeProblems,
  });
  return {
    take(record: JournalRecord): Finding[] {
      const found = auditor.take(record);
      const texts = record._ === 'Tra' ? recordProblems(record, numbers) : [];
      if (record._ === 'log' && record.Event === 'numbers-confirmed')
        numbers.set(numberKeyOf(record.D), Number(record.Last));
      return [...found, ...texts.map((text) => ({ sq: record.SQ, text }))];
    },
    end(state) {
      const findings = auditor.end(state);
      for (const [key, number] of numbers) {
        const known = Number(state.get(key) ?? 0);
        if (known < number)
          findings.push({ sq: 0, text: `the register would go on behind number ${known}, not ${number}` });
      }
      return findings;
    },
    summary: () => auditor.summary(),
  };
}

/** Whether what was printed holds together. */
function codeProblems(_esr: CompleteEsr, fis: Fis | undefined): string[] {
  const problems = fis?.OKP === tagOf(fis, 'OKP') ? [] : ['its OKP is printed otherwise'];
  return tagOf(fis, 'Poradové číslo') === fis?.FN
    ? problems
    : [...problems, 'its number is printed otherwise'];
}

/** Whether what was told is what was registered, and its number follows. */
function recordProblems(record: JournalRecord, numbers: Map<string, number>): string[] {
  if (record.Fis?.OKP === undefined) return [];
  const kept = keptReceipt(record);
  if (!kept) return ['what eKasa was to be told of it is missing'];
  const { data, pkp } = kept;
  const key = numberKeyOf(data.CreateDate);
  const before = numbers.get(key) ?? 0;
  const number = Number(data.ReceiptNumber);
  if (kept.ppekk === undefined) numbers.set(key, Math.max(before, number));
  const esr = record.ESR as CompleteEsr;
  // Versions before told withdrawals with their sign.
  const totals = [toldTotal(esr, typeOf(esr)), minor(esr.T, 2), 0].map((total) => amountText(total, 2));
  const isPaid = totals.includes(data.Amount);
  return [
    // A certified program counts other documents, too.
    ...(number === before + 1 || kept.ppekk !== undefined
      ? []
      : [`number ${number} stands behind ${before}`]),
    ...(record.Fis.OKP === okpOf(pkp) ? [] : ['its OKP is not that of its PKP']),
    ...(tagOf(record.Fis, 'Kód pokladnice') === data.CashRegisterCode
      ? []
      : ['its register is printed otherwise']),
    ...(isPaid ? [] : ['eKasa was told another total']),
  ];
}
