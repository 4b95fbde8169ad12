/** Numbers of the invoices that this program issues, and which one takes back which (Act CXXVII of 2007, section 169 and 170). */
import { localTime } from '../../../clock.ts';
import type { Issue } from '../../../receipt/issue.ts';
import type { Json } from '../../../receipt/json.ts';
import { decimalText, minor } from '../../../receipt/money.ts';
import { isTree } from '../../../receipt/tree.ts';
import { isPosition, type CompleteEsr } from '../../../receipt/tra.ts';
import { isSilent } from '../../base/online/environment.ts';
import { tag } from '../../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../../contract/fiscalise.ts';
import type { State } from '../../contract/state.ts';
import type { Restored } from '../../contract/work.ts';
import { issue } from '../codes.ts';
import { currencyOf, FORINT, keptOf, ONE, supplierOf, type KeptInvoice } from './data.ts';
import { ENVIRONMENT, loginOf } from './login.ts';
import type { InvoiceOperation } from './crypto.ts';

/** State key of the last number: {@link Series}. */
const NUMBERS = 'HU/Invoice';
/** Told within 24 hours where NAV was not reached. */
const DEADLINE_MS = 24 * 3_600_000;
const MOST_NUMBER = 50;
/** `ExchangeRateType`: up to eight digits, six decimals. */
const RATE = /^\d{1,8}(?:\.\d{1,6})?$/;
const TEST_TEXT = 'TESZT - NEM ÉRVÉNYES SZÁMLA';

interface Series {
  [name: string]: Json;
  /** Empty, or what numbers carry since a restore. */
  mark: string;
  year: string;
  number: number;
}

/** What has become of an invoice since: how often it was changed, how many lines there are. */
interface Chain {
  [name: string]: Json;
  index: number;
  lines: number;
  isCancelled: boolean;
}

function seriesOf(state: State): Series {
  return (state.get(NUMBERS) ?? { mark: '', year: '', number: 0 }) as Series;
}

function chainKey(number: string): string {
  return `HU/Chain/${number}`;
}

/** Whether this register has issued invoices. */
export function hasInvoices(state: State): boolean {
  return seriesOf(state).year !== '';
}

/** Whether a number is of an invoice of this register, or of a change of one. */
export function isInvoiceOf(state: State, number: string): boolean {
  const { mark, year, number: last } = seriesOf(state);
  const [, series = '', its = '', count = ''] = /^(.*)\/(\d{4})\/(\d{6})$/.exec(number) ?? [];
  if (state.get(chainKey(number)) !== undefined) return true;
  // Changes have no chain of their own: they are of this series, and were given.
  return series.endsWith(mark) && series.length > mark.length && its === year && Number(count) <= last;
}

/** What an invoice needs besides its own data; reasons to refuse it. */
export function invoiceIssues(context: Pick<ReceiptContext, 'cfg' | 'vault'>): Issue[] {
  const issues: Issue[] = [];
  if (!supplierOf(context.cfg))
    issues.push(issue('#HU_COMPANY', '', 'Cfg.Cmp needs Nam, Adr, Zip, City and a Hungarian TaxId'));
  if (!loginOf(context, context.cfg))
    issues.push(
      issue('#HU_NAV_LOGIN', '', 'enter the technical user of NAV Online Számla on the page Hungary'),
    );
  return issues;
}

/** The currency of an invoice, and forints for one of it (`HU_Rate`), which NAV is told with it. */
function moneyOf(
  { HU_Rate }: CompleteEsr,
  { cfg, originals }: Pick<ReceiptContext, 'cfg' | 'originals'>,
): Pick<KeptInvoice, 'currency' | 'rate'> | { issue: Issue } {
  const currency = currencyOf(cfg);
  if (currency === FORINT) return { currency, rate: ONE };
  // What takes an invoice back has its rate, unless it has one of its own.
  const kept = originals[0]?.record?.Kept;
  const before = isTree(kept) ? keptOf(kept) : null;
  const same = before?.currency === currency ? before.rate : '';
  const rate = decimalText(typeof HU_Rate === 'string' ? HU_Rate.trim() : same);
  if (rate !== null && RATE.test(rate) && !/^0(?:\.0+)?$/.test(rate)) return { currency, rate };
  const text = `must be forints for one ${currency}, such as 401.55, with six decimals at most`;
  return { issue: issue('#HU_CURRENCY', 'ESR.HU_Rate', text) };
}

/** Numbers an invoice and gives it its place behind the one that it changes. */
export function fiscaliseInvoice(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const issues = invoiceIssues(context);
  const chained = chainOf(esr, state, context);
  if ('issues' in chained) issues.push(...chained.issues);
  const year = esr.D.slice(0, 4);
  const before = seriesOf(state);
  const number = before.year === year ? before.number + 1 : 1;
  const FN = `${esr.TL}-${esr.TT}${before.mark}/${year}/${String(number).padStart(6, '0')}`;
  const money = moneyOf(esr, context);
  if ('issue' in money) issues.push(money.issue);
  if (FN.length > MOST_NUMBER || !/^[\x20-\x7E]+$/.test(FN))
    issues.push(
      issue('#HU_COMPANY', 'ESR.TL', `makes the number ${FN}, and NAV takes ${MOST_NUMBER} characters`),
    );
  if (issues.length > 0 || 'issue' in money) return { changes: {}, warnings: [], issues };
  const isTest = ENVIRONMENT.isTest(context);
  const { operation, fis, changes } = chained as Chained;
  const count = esr.PosA.filter((position) => isPosition(position)).length;
  return {
    FN,
    fis: {
      ...{ D: context.now, FN, HU_Operation: operation, ...fis },
      Tag: [tag('Számlaszám', 'InvoiceNumber', FN), ...(isTest ? [tag('', 'Test', TEST_TEXT)] : [])],
      ...ENVIRONMENT.mark(isTest),
    },
    kept: { supplier: supplierOf(context.cfg), ...(money.currency !== FORINT && money) },
    changes: {
      [NUMBERS]: { ...before, year, number },
      ...(operation === 'CREATE'
        ? { [chainKey(FN)]: { index: 0, lines: count, isCancelled: false } satisfies Chain }
        : changes),
    },
    warnings: [],
    issues: [],
    ...(!isSilent(context) && { deliverBy: localTime(context.clock.now() + DEADLINE_MS) }),
  };
}

interface Chained {
  operation: InvoiceOperation;
  fis: Record<string, string>;
  changes: Record<string, Json>;
}

/** Which invoice of this register it takes back or changes. */
function chainOf(
  esr: CompleteEsr,
  state: State,
  { originals }: ReceiptContext,
): Chained | { issues: Issue[] } {
  const isVoid = esr.Void === '1';
  if (!isVoid && minor(esr.T, 2) >= 0 && esr.RFN === undefined)
    return { operation: 'CREATE', fis: {}, changes: {} };
  const wrong = (path: string, text: string) => ({ issues: [issue('#HU_REFERENCE', path, text)] });
  const [original] = originals;
  if (!original || originals.length > 1) return wrong('ESR.RFN', 'names the one invoice that is taken back');
  const { FN } = original.record?.Fis ?? {};
  const chain = typeof FN === 'string' ? ((state.get(chainKey(FN)) ?? null) as Chain | null) : null;
  if (typeof FN !== 'string' || !chain)
    return wrong(
      original.path,
      `${original.name} is no invoice of this register; a change of one is not changed again`,
    );
  if (chain.isCancelled) return wrong(original.path, `${FN} was cancelled`);
  const index = chain.index + 1;
  const count = esr.PosA.filter((position) => isPosition(position)).length;
  return {
    operation: isVoid ? 'STORNO' : 'MODIFY',
    fis: { HU_Of: FN, HU_Index: String(index), HU_Lines: String(chain.lines) },
    changes: {
      [chainKey(FN)]: { index, lines: chain.lines + count, isCancelled: isVoid } satisfies Chain,
    },
  };
}

/** Numbers that were given since the backup are not known: the next ones are of another series. */
export function restored(state: State, { now }: Pick<ReceiptContext, 'now'>): Restored {
  const mark = `-${now.slice(2, 19).replace(/\D/g, '')}`;
  return { details: { Series: mark }, changes: { [NUMBERS]: { ...seriesOf(state), mark, number: 0 } } };
}
