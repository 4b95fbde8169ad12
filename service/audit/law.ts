/** What the law of a country wants of the records, by the country in force at each of them. */
import type { AuditContext, Auditor, Finding } from '../countries/contract/audit.ts';
import type { State } from '../countries/contract/state.ts';
import { ABOUT_INVOICE, LATE } from '../receipt/late.ts';
import type { Check } from './check.ts';
import type { Entry } from './entry.ts';

/** Hands every record to the audit of its country. */
export class LawCheck implements Check {
  readonly title = 'Law';
  private readonly context: AuditContext;
  private isWhole = true;
  /** By country code; null for countries without an audit of their own. */
  private readonly auditors = new Map<string, Auditor | null>();

  constructor(context: AuditContext) {
    this.context = context;
  }

  take({ sq, record, country }: Pick<Entry, 'sq' | 'record' | 'country'>): Finding[] {
    // What an e-invoice is about is no business of a fiscal law.
    if (!country || (record._ === LATE && record.About === ABOUT_INVOICE)) return [];
    let auditor = this.auditors.get(country.code);
    if (auditor === undefined) {
      auditor = country.audit?.(this.context) ?? null;
      this.auditors.set(country.code, auditor);
    }
    // The country sees what the record says of itself; where it stands is what counts.
    return (auditor?.take(record) ?? []).map(({ text }) => ({ sq, text }));
  }

  lose(): void {
    this.isWhole = false;
  }

  end(state: State): Finding[] {
    // The last documents of some series may be among what cannot be read.
    if (!this.isWhole) return [];
    return [...this.auditors.values()].flatMap((auditor) => auditor?.end(state) ?? []);
  }

  summary(): string {
    const parts = [...this.auditors].map(
      ([code, auditor]) => `${code}: ${auditor?.summary() ?? 'no audit of its own'}`,
    );
    return parts.join('; ') || 'no country';
  }
}
