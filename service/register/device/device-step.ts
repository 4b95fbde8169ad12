/**
 * Receipts that a fiscal device numbers or signs. What the device is asked is
 * durable before it is asked, and it is asked once; after a crash, a lost line or a
 * commit that failed it is asked what it did, and the receipt is registered with
 * that: nothing is done twice, and nothing that was done is lost.
 */
import type { DeviceOutcome } from '../../countries/contract/device.ts';
import type { ReceiptContext } from '../../countries/contract/fiscalise.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { mainOriginal, originalsOf } from '../originals.ts';
import type { Pipeline } from '../pipeline.ts';
import { checkOwnVoid, type StepContext } from '../receipt-checks.ts';
import type { Draft } from '../receipt-record.ts';

/** Receipts that a device is asked for side by side, at most. */
const MOST_ASKED = 32;

/** State keys of what a device was asked while no record has the outcome; null for nothing. */
const KEYS = Array.from({ length: MOST_ASKED }, (_, at) => (at === 0 ? 'Device' : `Device ${at}`));

/** What a device was asked, with the receipt that is to be registered when it was done. */
interface Asked extends Pick<Draft, 'tra' | 'esr' | 'warnings' | 'own'> {
  intent: Json;
  /** Missing in what versions before asked. */
  invoice?: Draft['invoice'];
}

/** A numbered receipt that the device is to fiscalise. */
export interface Wanted {
  draft: Draft;
  esr: CompleteEsr;
  context: ReceiptContext;
}

/** A receipt that the device has been asked for. */
export interface Asking {
  /** State key of what it was asked. */
  key: string;
  outcome: Promise<DeviceOutcome>;
}

/** What the device gave for a receipt. */
export interface Given {
  result: Json;
  /** State changes that belong into the record. */
  changes: Readonly<Record<string, Json>>;
}

/** What became of requests that were left open. */
export interface Settled {
  /** Why there is still one: nothing else can be asked of the device. */
  issues: Issue[];
  /** The receipts that were registered with what the device had done. */
  registered: JournalRecord[];
}

/** The device of a register, and what it was asked. */
export class DeviceStep {
  private readonly pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  /** How many receipts the device may be asked for side by side. */
  most({ country, services }: Pick<StepContext, 'country' | 'services'>): number {
    return Math.min(country.device?.together?.(services) ?? 1, MOST_ASKED);
  }

  /**
   * Asks the device to fiscalise numbered receipts, not more than {@link most}.
   * @returns what it was asked for each; null where it has nothing to do with the receipt
   */
  async ask(
    wanted: readonly Wanted[],
    stepContext: StepContext,
  ): Promise<readonly (Asking | null)[] | { issues: Issue[] }> {
    const device = stepContext.country.device!;
    const { ledger, services } = this.pipeline;
    // The intent must stand behind everything that is on its way, or a failed commit would take it back.
    await ledger.settled();
    ledger.catchUp();
    // The receipt before was done and is not stored: it comes first.
    if (this.isOpen) return this.unstored();
    const intents = wanted.map(({ esr, context }) => device.intent(esr, ledger, context));
    const asked = wanted.flatMap(({ draft: { tra, esr, warnings, own, invoice } }, at) => {
      const intent = intents[at]!;
      const value: Asked = { ...{ tra, esr, warnings, own, invoice }, intent };
      return intent === null ? [] : [[KEYS[at]!, value as unknown as Json] as const];
    });
    if (asked.length === 0) return intents.map(() => null);
    // Audits count what has still to be told.
    const details = asked.length > 1 ? { Receipts: asked.length } : {};
    const isStored = await this.journal('device-asked', details, Object.fromEntries(asked), stepContext);
    // It stays asked: whoever has the register by now finds out that nothing was done.
    if (!isStored || services.isOwner?.() === false) return this.unstored();
    return wanted.map(({ context }, at) => {
      const intent = intents[at]!;
      if (intent === null) return null;
      const outcome = this.perform(intent, stepContext, context);
      // Whoever waits for it hears of it; until then it is nobody's.
      outcome.catch(() => undefined);
      return { key: KEYS[at]!, outcome };
    });
  }

  private async perform(
    intent: Json,
    { country }: StepContext,
    context: ReceiptContext,
  ): Promise<DeviceOutcome> {
    const device = country.device!;
    const answer = await device.perform(intent, context);
    if (answer.outcome !== 'unknown') return answer;
    const found = await device.last(intent, context, this.pipeline.ledger);
    // A device that was never reached has no reason of its own.
    const isUnreached = found.outcome === 'not-done' && found.issues.length === 0;
    return isUnreached ? { ...found, issues: [answer.issue] } : found;
  }

  /** What the device was asked last is not settled. */
  get isOpen(): boolean {
    return this.openKeys.length > 0;
  }

  /** State keys of what was asked and is not settled. */
  private get openKeys(): string[] {
    const { ledger } = this.pipeline;
    return KEYS.filter((key) => (ledger.get(key) ?? null) !== null);
  }

  /** Finds out what the device did when it was asked last, if no record tells yet. */
  async settle(stepContext: StepContext): Promise<Settled> {
    const registered: JournalRecord[] = [];
    for (const key of stepContext.country.device ? this.openKeys : []) {
      const done = await this.settleOne(key, stepContext);
      if ('issues' in done && done.issues.length > 0) return { issues: done.issues, registered };
      if ('record' in done) registered.push(done.record);
    }
    return { issues: [], registered };
  }

  private async settleOne(
    key: string,
    stepContext: StepContext,
  ): Promise<{ record: JournalRecord } | { issues: Issue[] }> {
    const { ledger, records } = this.pipeline;
    const { country, services: context } = stepContext;
    const asked = ledger.get(key) as unknown as Asked;
    const answer = await country.device!.last(asked.intent, context, ledger);
    const done = await this.conclude(key, answer, stepContext);
    if ('issues' in done) {
      const isSettled = answer.outcome === 'not-done' && (ledger.get(key) ?? null) === null;
      return { issues: isSettled ? [] : done.issues };
    }
    const { esr } = asked;
    const { originals } = await originalsOf(esr, { records, state: ledger, country, context });
    const voided = checkOwnVoid(esr, mainOriginal(originals), ledger, country);
    const draft = { ...asked, originals, voided, invoice: asked.invoice ?? null, cash: null };
    const receipt = this.pipeline.receiptContext(draft, stepContext);
    const entry = await this.pipeline.number(draft, stepContext, receipt, done);
    if ('issues' in entry) return entry;
    const { Result } = await this.pipeline.writer.write(entry, country.language).done;
    return Result.RC === 'OK' ? { record: entry.record } : this.unstored();
  }

  /** Only what was done can be registered; that nothing was done is journaled. */
  async conclude(
    key: string,
    answer: DeviceOutcome,
    stepContext: StepContext,
  ): Promise<Given | { issues: Issue[] }> {
    const changes = { [key]: null };
    if (answer.outcome === 'done') return { result: answer.result, changes };
    if (answer.outcome === 'unknown') return { issues: [answer.issue] };
    const isStored = await this.journal('device-not-done', {}, changes, stepContext);
    return isStored ? { issues: answer.issues } : this.unstored();
  }

  private async journal(
    event: string,
    details: Record<string, Json>,
    changes: Record<string, Json>,
    { country, now }: StepContext,
  ): Promise<boolean> {
    const change = { event, details, changes: () => changes };
    // Of the same time as the receipts behind it, whose clock would seem to have gone back else.
    const step = this.pipeline.writer.writeChange(change, country, now);
    return (await step.done).Result.RC === 'OK';
  }

  private unstored(): { issues: Issue[] } {
    return { issues: [this.pipeline.writer.whyUnstored] };
  }
}
