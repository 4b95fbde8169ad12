/** Numbers of the invoices that this program issues, and which one takes back which (Act CXXVII of 2007, section 169 and 170). */
import { localTime } from '../../../clock.ts';
import type { Issue } from '../../../receipt/issue.ts';
import type { Json } from '../../../receipt/json.ts';
import { minor } from '../../../receipt/money.ts';
import { isPosition, type CompleteEsr } from '../../../receipt/tra.ts';
import { isSilent } from '../../base/online/environment.ts';
import { tag } from '../../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../../contract/fiscalise.ts';
import type { State } from '../../contract/state.ts';
import type { Restored } from '../../contract/work.ts';
import { issue } from '../codes.ts';
import { supplierOf } from './data.ts';
import { ENVIRONMENT, loginOf } from './login.ts';
import type { InvoiceOperation } from './crypto.ts';

/** State key of the last number: {@link Series}. */
const NUMBERS = 'HU/Invoice';
/** Told within 24 hours where NAV was not reached. */
const DEADLINE_MS = 24 * 3_600_000;
const MOST_NUMBER = 50;
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

/** Numbers an invoice and gives it its place behind the one that it changes. */
export function fiscaliseInvoice(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const issues = invoiceIssues(context);
  const chained = chainOf(esr, state, context);
  if ('issues' in chained) issues.push(...chained.issues);
  const year = esr.D.slice(0, 4);
  const before = seriesOf(state);
  const number = before.year === year ? before.number + 1 : 1;
  const FN = `${esr.TL}-${esr.TT}${before.mark}/${year}/${String(number).padStart(6, '0')}`;
  if (FN.length > MOST_NUMBER || !/^[\x20-\x7E]+$/.test(FN))
    issues.push(
      issue('#HU_COMPANY', 'ESR.TL', `makes the number ${FN}, and NAV takes ${MOST_NUMBER} characters`),
    );
  if (issues.length > 0) return { changes: {}, warnings: [], issues };
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
    kept: { supplier: supplierOf(context.cfg) },
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
