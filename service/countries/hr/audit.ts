/** The audit of a Croatian register: numbers without a gap, codes that fit what was printed, and a JIR for everything. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { isTree } from '../../receipt/tree.ts';
import { numberKey } from '../../receipt/number-key.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, Fis, JournalRecord } from '../../receipt/tra.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import type { State } from '../contract/state.ts';
import { isTestReceipt, tagOf } from './delivery.ts';
import { qrText } from './qr.ts';
import { isReported } from './receipt-data.ts';

const ZKI = /^[\da-f]{32}$/;
const JIR = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** {@link Country.audit} of Croatia. */
export function audit(): Auditor {
  return new CroatianAudit();
}

class CroatianAudit implements Auditor {
  private receipts = 0;
  /** The configuration in force. */
  private cfg: Cfg | null = null;
  /** Receipts that no JIR was seen of yet. */
  private readonly unreported = new Map<number, CompleteEsr>();
  /** Receipts of tests: they say so, and a test system (Reg_test) asks nobody for a JIR. */
  private readonly tests = new Set<number>();
  /** Highest number of a device and year. */
  private readonly numbers = new Map<string, number>();

  take(record: JournalRecord): Finding[] {
    const finding = (text: string): Finding => ({ sq: record.SQ, text });
    if (record._ === 'Cfg') this.cfg = record.Cfg as Cfg;
    if (record._ === 'log' && record.Event === 'numbers-confirmed') this.confirmed(record);
    if (record._ === 'log' && record.Event === 'delivery-dropped') this.unreported.delete(record.Of ?? 0);
    if (record._ === 'Fis') return this.reported(record).map(finding);
    const esr = record.ESR as CompleteEsr | undefined;
    if (record._ !== 'Tra' || !esr || !isReported(esr)) return [];
    this.receipts++;
    this.unreported.set(record.SQ, esr);
    if (isTestReceipt(record.Fis)) this.tests.add(record.SQ);
    return [...this.numberProblems(esr), ...codeProblems(esr, record.Fis)].map(finding);
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [key, number] of this.numbers) {
      const known = Number(state.get(key) ?? 0);
      if (known < number)
        findings.push({ sq: 0, text: `the register would go on behind number ${known}, not ${number}` });
    }
    const waiting = new Set<number>();
    for (const key of state.keys()) {
      const entry = state.get(key);
      if (key.startsWith('Delivery/') && isTree(entry)) waiting.add(Number(entry.sq));
    }
    for (const sq of this.unreported.keys())
      if (!waiting.has(sq) && !this.tests.has(sq))
        findings.push({ sq, text: 'has no JIR, and nobody is going to ask for one' });
    return findings;
  }

  summary(): string {
    return `${this.receipts} receipts, ${this.unreported.size} of them without JIR`;
  }

  /** A manager has said where numbers go on. */
  private confirmed({ Last, D }: JournalRecord): void {
    if (this.cfg) this.numbers.set(numberKey({ ...configuredTerminal(this.cfg), D }), Number(Last));
  }

  private numberProblems({ TL, TT, TN, D }: CompleteEsr): string[] {
    const key = numberKey({ TL, TT, D });
    const before = this.numbers.get(key) ?? 0;
    const number = Number(TN);
    this.numbers.set(key, Math.max(before, number));
    return number === before + 1 ? [] : [`number ${TN} stands behind ${before}`];
  }

  private reported({ Of, Fis }: JournalRecord): string[] {
    const esr = this.unreported.get(Of ?? 0);
    if (!esr) return ['a JIR for a receipt that waits for none'];
    if (!JIR.test(tagOf(Fis, 'JIR') ?? '')) return ['its JIR is none'];
    this.unreported.delete(Of!);
    return codeProblems(esr, Fis);
  }
}

/** Whether what was printed says what was registered. */
function codeProblems(esr: CompleteEsr, fis: Fis | undefined): string[] {
  const zki = tagOf(fis, 'ZKI') ?? '';
  if (!ZKI.test(zki)) return ['its ZKI is none'];
  const number = `${esr.TN}/${esr.TL}/${esr.TT}`;
  const problems = tagOf(fis, 'BrRac') === number ? [] : [`its number is printed otherwise than ${number}`];
  const code = qrText({ time: esr.D, total: minor(esr.T, 2), zki }, tagOf(fis, 'JIR') ?? null);
  return fis?.Code === code ? problems : [...problems, 'its QR code does not say what was registered'];
}
