/** Events of a SAF-T Cash Register, with the X and Z reports that some of them are. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { minor } from '../../../receipt/money.ts';
import { isPosition, type JournalRecord } from '../../../receipt/tra.ts';
import { EVENT, GOODS, RAISE } from './codes.ts';
import type { Entry, ReportEntry } from './entry.ts';
import { taxCode, type ExportLaw } from './export-law.ts';
import { bounded, money, quantityText } from './texts.ts';
import type { Pair, Sums } from './sums.ts';
import { articleOf, employeeOf, groupOf, SYSTEM } from './transaction.ts';
import { branch, leaves } from './xml.ts';

/** Whose events they are. */
export interface Owner {
  law: ExportLaw;
  cfg: Cfg;
}

/** Events that are about a transaction or another document. */
const ABOUT: ReadonlySet<string> = new Set([
  ...[EVENT.suspend, EVENT.resume, EVENT.sale, EVENT.return, EVENT.copy, EVENT.proforma],
  ...[EVENT.delivery, EVENT.training, EVENT.otherReceipt, EVENT.withdrawal, EVENT.void],
]);

/** Longest text of an event. */
const MOST_TEXT = 9999;

/** Text of a sale that was begun and became none. */
const GIVEN_UP = 'Sale given up';

/** The event that a record is. */
export function eventXml(record: JournalRecord, entry: Entry, owner: Owner): string {
  const { ESR: esr, SQ, D } = record;
  const about = typeof record.Transaction === 'string' ? record.Transaction : String(entry.copied?.sq ?? SQ);
  const [date, time] = [D.slice(0, 10), D.slice(11, 19)];
  return branch(
    'event',
    leaves({
      ...{ eventID: SQ, eventType: entry.event, transID: ABOUT.has(entry.event) ? about : undefined },
      ...{ empID: esr ? employeeOf(esr) : SYSTEM, eventDate: date, eventTime: time },
      eventText: textOfEvent(record, entry),
    }) + (entry.report ? reportXml(entry.report, `${date}T${time}`, entry.register, owner) : ''),
  );
}

function textOfEvent({ _, ESR: esr }: JournalRecord, { event }: Entry): string {
  if (_ === 'TraV') return GIVEN_UP;
  const isAboutArticles = event === EVENT.priceInquiry || event === EVENT.lineDeleted;
  const articles = isAboutArticles ? (esr?.PosA ?? []).filter(isPosition) : [];
  if (articles.length === 0) return bounded(esr?.NFS ?? esr?.NF ?? '', 200);
  // As the official Norwegian example tells them.
  const told = articles.map((position) =>
    [
      `artID ${articleOf(position).id}`,
      `artGroupID ${groupOf(position).id}`,
      ...(position.Qty === undefined ? [] : [`qnt ${position.Qty}`]),
      `lineAmntIn ${money(minor(position.Amt, 2))}`,
    ].join('; '),
  );
  return bounded(told.join(' / '), MOST_TEXT);
}

/** The end of the run of the service before, as it was known at the next start. */
export function stopXml({ SQ, Ended }: JournalRecord): string {
  if (typeof Ended !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(Ended)) return '';
  const times = { eventDate: Ended.slice(0, 10), eventTime: Ended.slice(11, 19) };
  return branch('event', leaves({ eventID: `${SQ}-stop`, eventType: EVENT.stop, empID: SYSTEM, ...times }));
}

/** Another version of the program, which was there at the next start. */
export function updateXml({ SQ, D, Updated }: JournalRecord): string {
  if (typeof Updated !== 'string') return '';
  const times = { eventDate: D.slice(0, 10), eventTime: D.slice(11, 19) };
  return branch(
    'event',
    leaves({
      ...{ eventID: `${SQ}-update`, eventType: EVENT.update, empID: SYSTEM, ...times },
      eventText: bounded(Updated, 200),
    }),
  );
}

/** Sales of the period without voids; less returns where the authority counts so. */
function salesOf({ sales, pairs }: Sums, { isNet }: ExportLaw): number {
  return isNet ? sales - pairs.returns![1] : sales;
}

type Row = Record<string, string | number>;

function rows(list: string, name: string, values: readonly Row[], none: Row): string {
  return branch(
    list,
    (values.length > 0 ? values : [none]).map((each) => branch(name, leaves(each))).join(''),
  );
}

function reportXml(
  { kind, number, sums, grand }: ReportEntry,
  at: string,
  register: string,
  owner: Owner,
): string {
  const { law, cfg } = owner;
  return branch(
    'eventReport',
    [
      leaves({
        ...{ reportID: `${register}-${number}`, reportType: `${kind} report` },
        ...{ companyIdent: law.company(cfg), companyName: bounded(String(cfg.Cmp.Nam ?? ''), 100) || '-' },
        ...{ reportDate: at.slice(0, 10), reportTime: at.slice(11, 19), registerID: register },
      }),
      branch('reportTotalCashSales', leaves({ totalCashSaleAmnt: money(salesOf(sums, law)) })),
      groupsXml(sums),
      paymentsXml(sums),
      tipXml(sums),
      taxesXml(sums, law),
      leaves({ reportOpeningChangeFloat: money(sums.opening) }),
      countsXml(sums),
      leaves({
        reportGrandTotalSales: money(BigInt(grand.sales)),
        reportGrandTotalReturn: money(BigInt(grand.returns)),
        reportGrandTotalSalesNet: money(BigInt(grand.sales) - BigInt(grand.returns)),
      }),
    ].join(''),
  );
}

/** `employee\nrest` as two texts. */
function parts(key: string): [string, string] {
  const [employee = SYSTEM, rest = ''] = key.split('\n');
  return [employee, rest];
}

function groupsXml({ groups, employeeGroups }: Sums): string {
  const all = Object.entries(groups).map(([artGroupID, [quantity, amount]]) => ({
    ...{ artGroupID, artGroupNum: quantityText(quantity), artGroupAmnt: money(amount) },
  }));
  const none = { artGroupID: GOODS, artGroupNum: 0, artGroupAmnt: '0.00' };
  const byEmployee = Object.entries(employeeGroups).map(([key, [quantity, amount]]) => {
    const [empID, artGroupID] = parts(key);
    return { empID, artGroupID, artGroupNum: quantityText(quantity), artGroupAmnt: money(amount) };
  });
  return (
    rows('reportArtGroups', 'reportArtGroup', all, none) +
    rows('reportEmpArtGroups', 'reportEmpArtGroup', byEmployee, { empID: SYSTEM, ...none })
  );
}

function paymentsXml({ payments, employeePayments }: Sums): string {
  const all = Object.entries(payments).map(([paymentType, [paymentNum, amount]]) => ({
    ...{ paymentType, paymentNum, paymentAmnt: money(amount) },
  }));
  const none = { paymentType: '12001', paymentNum: 0, paymentAmnt: '0.00' };
  const byEmployee = Object.entries(employeePayments).map(([key, [paymentNum, amount]]) => {
    const [empID, paymentType] = parts(key);
    return { empID, paymentType, paymentNum, paymentAmnt: money(amount) };
  });
  return (
    rows('reportPayments', 'reportPayment', all, none) +
    rows('reportEmpPayments', 'reportEmpPayment', byEmployee, { empID: SYSTEM, ...none })
  );
}

function tipXml({ pairs }: Sums): string {
  const [tipNum, amount] = pairs.tips!;
  return tipNum === 0 ? '' : branch('reportTip', leaves({ tipNum, tipAmnt: money(amount) }));
}

function taxesXml({ taxes }: Sums, law: ExportLaw): string {
  const codes = new Map<string, { vatCode: string; vatPerc: string; turnover: number; tax: number }>();
  for (const [key, [turnover, tax]] of Object.entries(taxes)) {
    const end = key.lastIndexOf(' ');
    const [group, vatPerc] = [key.slice(0, end), key.slice(end + 1)];
    const vatCode = taxCode(group, vatPerc, law);
    const before = codes.get(`${vatCode} ${vatPerc}`) ?? { vatCode, vatPerc, turnover: 0, tax: 0 };
    before.turnover += turnover;
    before.tax += tax;
    codes.set(`${vatCode} ${vatPerc}`, before);
  }
  const all = [...codes.values()].map(({ turnover, tax, ...code }) => {
    const amounts = { cashSaleAmnt: money(turnover), vatAmnt: money(tax) };
    return { ...code, ...amounts, vatAmntTp: tax < 0 ? 'D' : 'C' };
  });
  const { group: vatCode, rate: vatPerc } = law.taxes[0]!;
  const none = { vatCode, vatPerc, cashSaleAmnt: '0.00', vatAmnt: '0.00', vatAmntTp: 'C' };
  return rows('reportCashSalesVat', 'reportCashSaleVat', all, none);
}

/** Price inquiries by the groups of their articles; all as one where none named any. */
function inquiriesXml({ pairs, inquiries = {} }: Sums): string {
  const row = (priceInquiryGroup: string, [priceInquiryNum, amount]: Pair) => ({
    ...{ priceInquiryGroup, priceInquiryNum, priceInquiryAmnt: money(amount) },
  });
  const all = Object.entries(inquiries).map(([group, pair]) => row(group, pair));
  return rows('reportPriceInquiries', 'reportPriceInquiry', all, row(GOODS, pairs.inquiries!));
}

function countsXml(sums: Sums): string {
  const { pairs } = sums;
  const number = (name: string) => pairs[name]![0];
  const amount = (name: string) => money(pairs[name]![1]);
  const pay = (list: string, name: string, field: string, type: string, of: string) =>
    number(of) === 0
      ? ''
      : branch(
          list,
          branch(
            name,
            leaves({ [`${field}Type`]: type, [`${field}Num`]: number(of), [`${field}Amnt`]: amount(of) }),
          ),
        );
  return [
    leaves({
      ...{ reportReceiptNum: number('receipts'), reportOpenCashBoxNum: number('drawer') },
      ...{ reportReceiptCopyNum: number('copies'), reportReceiptCopyAmnt: amount('copies') },
      ...{ reportReceiptProformaNum: number('proforma'), reportReceiptProformaAmnt: amount('proforma') },
      ...{ reportReturnNum: number('returns'), reportReturnAmnt: amount('returns') },
      ...{ reportDiscountNum: number('discounts'), reportDiscountAmnt: amount('discounts') },
      ...{ reportVoidTransNum: number('voids'), reportVoidTransAmnt: amount('voids') },
    }),
    branch(
      'reportCorrLines',
      branch(
        'reportCorrLine',
        leaves({
          corrLineType: '11009',
          corrLineNum: number('corrections'),
          corrLineAmnt: amount('corrections'),
        }),
      ),
    ),
    inquiriesXml(sums),
    branch(
      'reportOtherCorrs',
      branch(
        'reportOtherCorr',
        leaves({ otherCorrType: RAISE.other, otherCorrNum: 0, otherCorrAmnt: '0.00' }),
      ),
    ),
    leaves({
      ...{ reportReceiptDeliveryNum: number('delivery'), reportReceiptDeliveryAmnt: amount('delivery') },
      ...{ reportTrainingNum: number('training'), reportTrainingAmnt: amount('training') },
    }),
    number('credit') === 0
      ? ''
      : branch(
          'reportCreditSales',
          leaves({ creditSalesNum: number('credit'), creditSalesAmnt: amount('credit') }),
        ),
    pay('reportPayIns', 'reportPayIn', 'payIn', '11011', 'payIn'),
    pay('reportPayOuts', 'reportPayOut', 'payOut', '11010', 'payOut'),
  ].join('');
}
