/** Whether what was signed says what its record says. Texts are taken apart here, not made again. */
import type { JournalRecord, Tax } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import { roleOf } from './document.ts';
import type { Entry } from './entries.ts';
import { plainText, timeText } from './signed-text.ts';

/** What is wrong with the texts of a record. */
export function contentProblems(record: JournalRecord, entries: readonly Entry[]): string[] {
  const problems: string[] = [];
  const { ESR: esr } = record;
  if (record._ === 'Tra' && esr) {
    const role = roleOf(esr).kind;
    const [main] = entries;
    if (role === 'ticket' || role === 'invoice' || role === 'training' || role === 'other') {
      if (main?.Kind !== role)
        problems.push(`its text is one of "${main?.Kind ?? ''}", the record is "${role}"`);
      else problems.push(...documentProblems(record, main));
      const isSale = role === 'ticket' || role === 'invoice';
      const counted = entries.filter(({ Kind: kind }) => kind === 'total-ticket').length;
      if (counted !== (isSale ? 1 : 0)) problems.push('it is not counted once in the grand totals');
    }
    if (record.Own !== undefined && main?.Kind !== `total-${record.Own}`)
      problems.push('the closing has no total of its period');
    if (role === 'duplicate' && main?.Kind !== 'duplicate') problems.push('the copy is not signed as one');
  }
  return problems;
}

/** Values of the text of a document against its record. */
function documentProblems({ ESR: esr = {}, Fis }: JournalRecord, { Kind: kind, Payload }: Entry): string[] {
  const problems: string[] = [];
  const values = Payload.split(',');
  const [split = '', total, time, number, operation] = values;
  const check = (isRight: boolean, text: string) => {
    if (!isRight) problems.push(text);
  };
  check(values.length === (kind === 'invoice' ? 10 : 7), 'its text has another number of values');
  check(total === bareAmount(esr.T), `its text has the total ${total}, the record ${esr.T}`);
  check(time === timeText(esr.D ?? ''), `its text has the time ${time}, the record ${esr.D}`);
  check(number === plainText(esr.FN ?? ''), `its text has the number ${number}, the record ${esr.FN}`);
  check(split === splitOf(esr.TaxA ?? []), `its text has the taxes ${split}, the record others`);
  const usual = (esr.T ?? '').startsWith('-') ? 'Remboursement' : 'Vente';
  check(operation === (kind === 'other' ? plainText(esr.NFS ?? '') : usual), `its text says ${operation}`);
  if (kind === 'invoice') {
    const { Nam = '', Zip = '', TaxId = '' } = esr.Ctm ?? {};
    check(
      values.slice(5, 8).join() === [Nam, Zip, TaxId].map(plainText).join(),
      'its text names another customer',
    );
  }
  const shown = Fis?.Tag?.find((tag) => isTree(tag) && tag.Name === 'DocumentNumber')?.Value;
  check(shown === esr.FN, `the printed number is ${shown}, that of the record ${esr.FN}`);
  const positions = (esr.PosA ?? []).reduce(
    (sum, { _: type, Amt }) => sum + (type === 'Lin' ? 0n : units(Amt)),
    0n,
  );
  check(esr.TaxN === '1' || positions === units(esr.T), 'its articles do not add up to its total');
  const paid = (esr.PayA ?? []).reduce(
    (sum, { _: type, Amt }) => sum + (type === 'Lin' ? 0n : units(Amt)),
    0n,
  );
  check((esr.PayA ?? []).length === 0 || paid === units(esr.T), 'its payments do not add up to its total');
  return problems;
}

/** `-7.50` as `-750`. */
function bareAmount(text = ''): string {
  return String(units(text));
}

function units(text = '0'): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${decimals.padEnd(2, '0').slice(0, 2)}`);
}

/** The tax table as it has to stand in a text, highest rate first. */
function splitOf(lines: readonly Tax[]): string {
  const rates = new Map<number, bigint>();
  for (const { Prc = '0', Amt } of lines) {
    const rate = Number(units(Prc));
    rates.set(rate, (rates.get(rate) ?? 0n) + units(Amt));
  }
  return [...rates]
    .sort(([a], [b]) => b - a)
    .map(([rate, amount]) => `${String(rate).padStart(4, '0')}:${amount}`)
    .join('|');
}
