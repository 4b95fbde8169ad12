/**
 * Receipts that share a turn of their register, where its device takes several side by
 * side: what it is asked for all of them is durable in one commit, and each is registered
 * as soon as it was done, in the order in which they came.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { TraC } from '../../receipt/tra.ts';
import type { Admitted } from '../admission.ts';
import type { Wanted } from './device-step.ts';
import { NumbersAhead } from '../numbers.ts';
import type { Pipeline } from '../pipeline.ts';
import type { StepContext } from '../receipt-checks.ts';
import type { Draft } from '../receipt-record.ts';
import type { Numbered } from '../record-writer.ts';
import { notConfigured } from '../refusals.ts';
import type { Submission } from '../requests.ts';
import { answered, type Step, type Turns } from '../turns.ts';

/** What has a receipt depend on those before it, or those behind it on the receipt. */
const DEPENDS = ['TN', 'FN', 'TID', 'NFS', 'Void', 'DD', 'RFN', 'RTN'] as const;

/**
 * Whether a receipt stands alone: its number is the next one, it is asked for the first time, takes nothing
 * back, ends no transaction, and wants neither an invoice nor a report.
 */
function standsAlone({ tra: { ESR }, restart, cash }: Submission): boolean {
  return !restart && !cash && DEPENDS.every((name) => ESR[name] === undefined);
}

/** Letters of the receipts whose request one record has: those of a till have some thousand, and some have millions. */
const MOST_LETTERS = 250_000;

/** A receipt by its place among those that share the turn. */
type Placed = Admitted & { at: number };

/** Is told what each receipt comes to, as soon as it is known. */
type Give = (at: number, step: Step) => void;

/** Shared turns of a register. */
export class Together {
  private readonly pipeline: Pipeline;
  private readonly turns: Turns<Submission>;
  private readonly context: () => StepContext | null;

  /** @param context what a step works with now; null before the first configuration */
  constructor(pipeline: Pipeline, turns: Turns<Submission>, context: () => StepContext | null) {
    this.pipeline = pipeline;
    this.turns = turns;
    this.context = context;
  }

  /** The turn of a receipt that others may share which come before it begins; null where it has one of its own. */
  turnOf(submission: Submission): Promise<TraC> | null {
    const stepContext = standsAlone(submission) ? this.context() : null;
    const most = stepContext ? this.pipeline.device.most(stepContext) : 1;
    return most === 1 ? null : this.turns.share(submission, most, (all, give) => this.take(all, give));
  }

  private async take(all: readonly Submission[], give: Give): Promise<void> {
    const { pipeline } = this;
    const stepContext = this.begun();
    if (stepContext && (await this.takeAtOnce(all, stepContext, give))) return;
    for (const [at, submission] of all.entries()) {
      const now = this.begun();
      give(at, now ? await pipeline.take(submission, now) : answered(notConfigured()));
    }
  }

  private begun(): StepContext | null {
    this.pipeline.ledger.catchUp();
    return this.context();
  }

  /**
   * Takes receipts that stand alone.
   * @returns false when they need turns of their own; nothing was done then
   */
  private async takeAtOnce(
    submissions: readonly Submission[],
    stepContext: StepContext,
    give: Give,
  ): Promise<boolean> {
    const { pipeline } = this;
    const isReporting = ({ tra }: Submission) => pipeline.needsReport(tra, stepContext.services);
    const isOne = submissions.length === 1 || submissions.length > pipeline.device.most(stepContext);
    if (isOne || submissions.some(isReporting)) return false;
    const open = await pipeline.settleDevice(submissions, stepContext);
    const all: Placed[] = [];
    for (const [at, submission] of submissions.entries()) {
      const admitted = await pipeline.admission.admit(submission, stepContext, {}, open);
      if ('step' in admitted) give(at, admitted.step);
      else all.push({ ...admitted, at });
    }
    if (all.every(({ draft }) => this.needsNothing(draft, stepContext)))
      for (const some of bySize(all)) await this.fiscalise(some, stepContext, give);
    else for (const each of all) give(each.at, await pipeline.takeAdmitted(each, stepContext));
    return true;
  }

  /** No other receipt has to do with it, and nothing has to be done before it. */
  private needsNothing(draft: Draft, stepContext: StepContext): boolean {
    if (draft.originals.length > 0) return false;
    const context = this.pipeline.receiptContext(draft, stepContext);
    return (stepContext.country.prepare?.(draft.esr, this.pipeline.ledger, context) ?? null) === null;
  }

  private async fiscalise(all: readonly Placed[], stepContext: StepContext, give: Give): Promise<void> {
    const { pipeline } = this;
    const numbers = new NumbersAhead(pipeline.ledger, stepContext.country);
    const wanted = all.map(({ draft }): Wanted => {
      const context = pipeline.receiptContext(draft, stepContext);
      return { draft, esr: numbers.numbered(draft.esr, context), context };
    });
    for (const { draft } of all) pipeline.atDevice.add(draft.tra);
    try {
      const asked = await pipeline.device.ask(wanted, stepContext);
      for (const [n, each] of all.entries()) {
        const outcome: Numbered | { issues: Issue[] } =
          'issues' in asked ? asked : await pipeline.numberAsked(wanted[n]!, asked[n]!, stepContext);
        give(each.at, pipeline.concluded(each, outcome, stepContext));
      }
    } catch (error) {
      for (const { draft } of all) pipeline.atDevice.delete(draft.tra);
      throw error;
    }
  }
}

/** Receipts in their order, as many at a time as one record may have of them. */
function* bySize(all: readonly Placed[]): Generator<readonly Placed[]> {
  let some: Placed[] = [];
  let letters = 0;
  for (const each of all) {
    const { length } = JSON.stringify(each.draft.tra);
    if (some.length > 0 && letters + length > MOST_LETTERS) {
      yield some;
      [some, letters] = [[], 0];
    }
    some.push(each);
    letters += length;
  }
  if (some.length > 0) yield some;
}
