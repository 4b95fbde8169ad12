/** What stands before the transactions of a SAF-T Cash Register: employees, articles, groups. */
import { isPosition, type CompleteEsr, type JournalRecord } from '../../../receipt/tra.ts';
import { EVENT, OTHER_GROUP } from './codes.ts';
import type { Entry, ReportEntry } from './entry.ts';
import { predefined } from './predefined.ts';
import { bounded } from './texts.ts';
import { employeeOf, groupOf, SYSTEM, type ArticleGroup, type Transaction } from './transaction.ts';

interface Employee {
  first: string;
  last: string;
  entered: string;
}

interface Article {
  text: string;
  group: string;
  entered: string;
}

/** Collects them over the records of one cash register; memory grows with what there are different ones of. */
export class Masters {
  readonly employees = new Map<string, Employee>();
  readonly articles = new Map<string, Article>();
  readonly groups = new Map<string, ArticleGroup>();

  /** @param since the first day of the period, `YYYY-MM-DD` */
  constructor(since: string) {
    this.employees.set(SYSTEM, { first: '-', last: SYSTEM, entered: `${since}T00:00:00` });
  }

  /** Reads a record of the register. @param made the transaction that it is; null for none */
  take({ ESR: esr, D }: JournalRecord, entry: Entry, made: Transaction | null): void {
    if (entry.report) this.report(entry.report, D);
    if (!esr) return;
    this.employee(esr, D);
    // An inquiry names its groups; so do the reports that count it.
    if (entry.event === EVENT.priceInquiry && esr.PosA)
      for (const position of esr.PosA.filter(isPosition)) this.group(groupOf(position));
    for (const { article, text, group } of made?.lines ?? []) {
      if (!this.articles.has(article)) this.articles.set(article, { text, group: group.id, entered: D });
      this.group(group);
    }
  }

  /** A report may be of sales that stand in an earlier file: whom and what it names is described all the same. */
  private report({ sums, names = {} }: ReportEntry, at: string): void {
    for (const key of Object.keys(sums.employeePayments)) this.seen(key.split('\n')[0]!, at);
    for (const id of Object.keys(sums.employeeGroups)) this.seen(id.split('\n')[0]!, at);
    for (const id of [...Object.keys(sums.groups), ...Object.keys(sums.inquiries ?? {})])
      if (!predefined('04', id)) this.group({ id, text: names[id] ?? id, parent: OTHER_GROUP });
  }

  private group(group: ArticleGroup): void {
    if (group.id !== group.parent && !this.groups.has(group.id)) this.groups.set(group.id, group);
  }

  private seen(id: string, entered: string): void {
    if (!this.employees.has(id)) this.employees.set(id, { first: '-', last: id, entered });
  }

  private employee(esr: CompleteEsr | { Opr?: string; OprN?: string }, entered: string): void {
    const id = employeeOf(esr);
    const name = typeof esr.OprN === 'string' ? bounded(esr.OprN, 150) : '';
    const known = this.employees.get(id);
    if (known && (name === '' || known.last !== id)) return;
    const words = name.split(' ').filter((word) => word !== '');
    const last = bounded(words.pop() ?? id, 100);
    const first = bounded(words.join(' '), 50);
    this.employees.set(id, { first: first === '' ? '-' : first, last, entered: known?.entered ?? entered });
  }
}
