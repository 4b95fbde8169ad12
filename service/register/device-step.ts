/**
 * Receipts that a fiscal device numbers or signs. What the device is asked is
 * durable before it is asked, and it is asked once; after a crash, a lost line or a
 * commit that failed it is asked what it did, and the receipt is registered with
 * that: nothing is done twice, and nothing that was done is lost.
 */
import type { DeviceOutcome } from '../countries/contract/device.ts';
import type { ReceiptContext } from '../countries/contract/fiscalise.ts';
import type { Issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';
import type { CompleteEsr, JournalRecord } from '../receipt/tra.ts';
import { mainOriginal, originalsOf } from './originals.ts';
import type { Pipeline } from './pipeline.ts';
import { checkOwnVoid, type StepContext } from './receipt-checks.ts';
import type { Draft } from './receipt-record.ts';

/** State key of what a device was asked while no record has the outcome; null for nothing. */
const KEY = 'Device';

/** What a device was asked, with the receipt that is to be registered when it was done. */
interface Asked extends Pick<Draft, 'tra' | 'esr' | 'warnings' | 'own'> {
  intent: Json;
  /** Missing in what versions before asked. */
  invoice?: Draft['invoice'];
}

/** State changes that belong into the record with the outcome. */
export const NOTHING_ASKED: Readonly<Record<string, Json>> = { [KEY]: null };

/** What became of a request that was left open. */
export interface Settled {
  /** Why it is still open: nothing else can be asked of the device. */
  issues: Issue[];
  /** The receipt that was registered with what the device had done. */
  registered: JournalRecord | null;
}

/** The device of a register, and what it was asked. */
export class DeviceStep {
  private readonly pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * Has the device fiscalise a numbered receipt.
   * @returns what the device gave; nothing where it has nothing to do with the receipt
   */
  async perform(
    draft: Draft,
    esr: CompleteEsr,
    stepContext: StepContext,
    context: ReceiptContext,
  ): Promise<{ result?: Json } | { issues: Issue[] }> {
    const { device } = stepContext.country;
    const { ledger } = this.pipeline;
    // The intent must stand behind everything that is on its way, or a failed commit would take it back.
    if (device) await ledger.settled();
    ledger.catchUp();
    // The receipt before was done and is not stored: it comes first.
    if (device && this.isOpen) return this.unstored();
    const intent = device?.intent(esr, ledger, context) ?? null;
    if (!device || intent === null) return {};
    const { tra, warnings, own, invoice } = draft;
    const asked: Asked = { ...{ tra, esr: draft.esr, warnings, own, invoice }, intent };
    if (!(await this.journal('device-asked', asked, stepContext))) return this.unstored();
    // It stays asked: whoever has the register by now finds out that nothing was done.
    if (this.pipeline.services.isOwner?.() === false) return this.unstored();
    const answer = await device.perform(intent, context);
    if (answer.outcome !== 'unknown') return this.conclude(answer, stepContext);
    const found = await device.last(intent, context, ledger);
    // A device that was never reached has no reason of its own.
    const isUnreached = found.outcome === 'not-done' && found.issues.length === 0;
    return this.conclude(isUnreached ? { ...found, issues: [answer.issue] } : found, stepContext);
  }

  /** What the device was asked last is not settled. */
  get isOpen(): boolean {
    return (this.pipeline.ledger.get(KEY) ?? null) !== null;
  }

  /** Finds out what the device did when it was asked last, if no record tells yet. */
  async settle(stepContext: StepContext): Promise<Settled> {
    const { ledger, records } = this.pipeline;
    const { country, services: context } = stepContext;
    const asked = (ledger.get(KEY) ?? null) as Asked | null;
    if (asked === null || !country.device) return { issues: [], registered: null };
    const answer = await country.device.last(asked.intent, context, ledger);
    const done = await this.conclude(answer, stepContext);
    if (!('result' in done)) {
      const isSettled = answer.outcome === 'not-done' && ledger.get(KEY) === null;
      return { issues: isSettled || !('issues' in done) ? [] : done.issues, registered: null };
    }
    const { esr } = asked;
    const { originals } = await originalsOf(esr, { records, state: ledger, country, context });
    const voided = checkOwnVoid(esr, mainOriginal(originals), ledger, country);
    const draft = { ...asked, originals, voided, invoice: asked.invoice ?? null, cash: null };
    const receipt = this.pipeline.receiptContext(draft, stepContext);
    const entry = await this.pipeline.number(draft, stepContext, receipt, done.result);
    if ('issues' in entry) return { issues: entry.issues, registered: null };
    const { Result } = await this.pipeline.writer.write(entry, country.language).done;
    if (Result.RC !== 'OK') return { ...this.unstored(), registered: null };
    return { issues: [], registered: entry.record };
  }

  /** Only what was done can be registered; that nothing was done is journaled. */
  private async conclude(
    answer: DeviceOutcome,
    stepContext: StepContext,
  ): Promise<{ result: Json } | { issues: Issue[] }> {
    if (answer.outcome === 'done') return { result: answer.result };
    if (answer.outcome === 'unknown') return { issues: [answer.issue] };
    const isStored = await this.journal('device-not-done', null, stepContext);
    return isStored ? { issues: answer.issues } : this.unstored();
  }

  private async journal(event: string, asked: Asked | null, { country }: StepContext): Promise<boolean> {
    const changes = () => ({ [KEY]: asked as Json });
    const step = this.pipeline.writer.writeChange({ event, details: {}, changes }, country);
    return (await step.done).Result.RC === 'OK';
  }

  private unstored(): { issues: Issue[] } {
    return { issues: [this.pipeline.writer.whyUnstored] };
  }
}
