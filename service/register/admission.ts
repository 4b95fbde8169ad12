/** What a receipt has to pass before it is numbered: in itself, by the law, and by what was registered before it. */
import type { OwnReceipt } from '../countries/contract/work.ts';
import type { Issue } from '../receipt/issue.ts';
import { reportKind, type ReportKind } from '../receipt/report.ts';
import { isNonFiscal, isTraining, type JournalRecord } from '../receipt/tra.ts';
import type { Settled } from './device/device-step.ts';
import { wished } from './invoices/invoice-wish.ts';
import { LateReceipts } from './device/late-receipts.ts';
import { duplicate } from './outcomes.ts';
import { mainOriginal, originalsOf } from './originals.ts';
import type { Pipeline } from './pipeline.ts';
import {
  checkNumber,
  checkOwnVoid,
  claimTerminal,
  issuesOf,
  receive,
  type StepContext,
} from './receipt-checks.ts';
import type { Draft } from './receipt-record.ts';
import { clockBehind } from './register-time.ts';
import type { Submission } from './requests.ts';
import { answered, refused, type Step } from './turns.ts';
import { checkVoidHere, type MarkedReceipt } from './voids/void-elsewhere.ts';

/** How a receipt came about that no till has sent as it is. */
export interface Special {
  /** The country issues it itself. */
  own?: { kind: string; due: OwnReceipt['due']; tell: OwnReceipt['refused'] };
  /** It is the void of another machine's receipt. */
  elsewhere?: MarkedReceipt;
  /** It is a void that was made of what stands in the journal. */
  inverted?: boolean;
}

/** A receipt that may be numbered. */
export interface Admitted {
  draft: Draft;
  /** The report that it asks for; null for none. */
  kind: ReportKind | null;
  /** Refuses it all the same. */
  refuse: (issues: readonly Issue[]) => Step;
}

/** Admits the receipts of a register. */
export class Admission {
  private readonly pipeline: Pipeline;
  private readonly late = new LateReceipts();

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * Checks a receipt.
   * @param open what became of receipts that the device had been asked for before; null where there were none
   * @returns the step that it comes to when it is not to be numbered
   */
  async admit(
    { tra: sent, restart, warnings: read, cash }: Submission,
    stepContext: StepContext,
    { own, elsewhere, inverted = false }: Special,
    open: Settled | null,
  ): Promise<Admitted | { step: Step }> {
    const { rn, ledger, records, services } = this.pipeline;
    const { country, stoppedBy, now } = stepContext;
    const { tra, completed } = receive(sent, stepContext, { own: own !== undefined, inverted });
    const { esr } = completed;
    const warnings = [...read, ...completed.warnings];
    const refuse = (issues: readonly Issue[]) => {
      own?.tell?.(issues);
      return refused(issues, country, warnings);
    };
    // A till that got no answer may send the same receipt again, which is one just registered.
    const late = own ? null : this.late.claim(tra.ESR, esr, services.clock.now());
    const found = restart ? await records.registered(tra.ESR, esr) : late;
    if (found) return { step: answered(duplicate(found, tra)) };
    if (open && open.issues.length > 0) return { step: refuse(open.issues) };
    // What was left open may be the very receipt that is to be issued.
    const settled = open?.registered.at(-1);
    if (own && settled && !own.due(ledger)) return { step: answered(duplicate(settled, tra)) };
    const issues = issuesOf(completed, stepContext);
    const isNumbered = () => checkNumber(completed, ledger, records, { inverted });
    if (issues.length === 0 && !restart && !inverted) issues.push(...(await isNumbered()));
    if (issues.length > 0) return { step: refuse(issues) };
    const invoice = own ? null : await wished(esr, ledger, stepContext, services);
    if (invoice && 'issues' in invoice) return { step: refuse(invoice.issues) };
    // Receipts that no law looks at may come in any order.
    const isOrdered = own !== undefined || isTraining(tra.ESR) || !isNonFiscal(tra.ESR);
    if (stoppedBy !== null && isOrdered) return { step: refuse([clockBehind(stoppedBy, now)]) };

    const claim = claimTerminal(rn, services.terminals, completed, stepContext);
    if (claim.issues.length > 0) return { step: refuse(claim.issues) };
    const library = { records, state: ledger, country, context: stepContext.services };
    const { originals, issues: unknown } = elsewhere
      ? { originals: [], issues: [] }
      : await originalsOf(esr, library);
    const voided = elsewhere
      ? checkVoidHere(elsewhere, ledger)
      : checkOwnVoid(esr, mainOriginal(originals), ledger, country);
    const before = ledger.nextSq;
    const refuseNumber = (because: readonly Issue[]) => {
      // What was done for the terminal already keeps it with this register.
      if (ledger.nextSq === before) claim.release();
      return refuse(because);
    };
    if (unknown.length > 0) return { step: refuseNumber(unknown) };
    if (voided.issues.length > 0) return { step: refuseNumber(voided.issues) };
    // The number of a void that is sent again is its own: that its receipt was taken back says more.
    const used = inverted ? await isNumbered() : [];
    if (used.length > 0) return { step: refuseNumber(used) };
    const kind = own ? null : reportKind(esr);
    const unclosed = own || kind === 'Z' ? [] : await this.pipeline.closeDay(esr, stepContext);
    if (unclosed.length > 0) return { step: refuseNumber(unclosed) };
    const base = { tra, esr, originals, voided, warnings };
    const draft: Draft = { ...base, own: own?.kind ?? null, invoice, cash: cash ?? null };
    return { draft, kind, refuse: refuseNumber };
  }

  /** Receipts that were registered just now, and whose tills believe that they are not. */
  wereLate(registered: readonly JournalRecord[]): void {
    const now = this.pipeline.services.clock.now();
    for (const record of registered) this.late.add(record, now);
  }
}
