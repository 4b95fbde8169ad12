/** Voids of whole receipts (doc 2, /register/void): of this register, and of other machines of the shop. */
import type { StateChange } from '../../countries/contract/work.ts';
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { invert } from '../../receipt/invert.ts';
import { issue } from '../../receipt/issue.ts';
import type { JournalRecord, TraC } from '../../receipt/tra.ts';
import type { RegisterParts } from '../register-parts.ts';
import type { VoidRequest } from '../requests.ts';
import { refused } from '../turns.ts';
import { invertedHere, marking, markingIssue, soughtReceipt, type Mark } from './void-elsewhere.ts';
import { VoidsUnderWay, type UnfinishedVoid } from './voids-under-way.ts';

/** The voids of a register. */
export class RegisterVoids {
  private readonly register: RegisterParts;
  private readonly underWay: VoidsUnderWay;

  constructor(register: RegisterParts) {
    this.register = register;
    this.underWay = new VoidsUnderWay(register.ledger.keys());
  }

  /** Registers the void of a whole receipt, of this register or of another machine's. */
  async take(request: VoidRequest): Promise<TraC> {
    const own = await this.own(request);
    const isElsewhere = own.Result.ErrorCode === '#ORIGINAL_NOT_FOUND';
    return (isElsewhere ? await this.elsewhere(request) : null) ?? own;
  }

  /** Receipts of other machines that may be marked as voided, while this register has no void of them. */
  get unfinished(): UnfinishedVoid[] {
    return this.underWay.unfinished(this.register.ledger);
  }

  /**
   * Marks a receipt of this register as voided by a register of another machine, durably.
   * @param by instance id and register name
   */
  async markVoided(original: JournalRecord, by: string): Promise<Mark> {
    if (!this.register.country || this.register.country.strictVoids) return 'refused';
    const { stateChange, mark } = marking(
      original,
      by,
      this.register.country,
      () => this.register.ledger.nextSq,
    );
    await this.register.journalChange(stateChange);
    await this.register.ledger.settled();
    return mark(this.register.ledger);
  }

  private own(request: VoidRequest): Promise<TraC> {
    return this.register.selling(async (stepContext) => {
      await this.register.ledger.settled();
      const original = request.original
        ? await this.register.records.original(request.original, stepContext.cfg)
        : await this.register.records.lastPosted(await this.last(request, stepContext.cfg));
      if (!original?.ESR) {
        const text = request.original ? 'this register has no such receipt' : 'nothing is registered yet';
        return refused([issue('#ORIGINAL_NOT_FOUND', 'ESR.TN', text)], stepContext.country, request.warnings);
      }
      if (original.ESR.Void === '1') {
        return refused([issue('#ALREADY_VOIDED', 'ESR', 'this is a void itself')], stepContext.country);
      }
      const { country } = stepContext;
      const ESR = invert(original.ESR, request, country.currency.digits, country);
      return this.register.pipeline.take(
        { tra: { ESR }, warnings: request.warnings, restart: false },
        stepContext,
        { inverted: true },
      );
    });
  }

  /** The last transaction that a request means. */
  private async last({ terminal }: VoidRequest, cfg: Cfg): Promise<JournalRecord | null> {
    const { rn, services, writer } = this.register;
    if (terminal?.TL === undefined && terminal?.TT === undefined)
      return writer.lastRecords.get('Tra') ?? null;
    const { TL, TT } = { ...configuredTerminal(cfg), ...terminal };
    return services.journal.lastOfTerminal(rn, TL, TT);
  }

  /** Outside of our turn: the other machine may be waiting for us just now. Null when no machine has the receipt. */
  private async elsewhere(request: VoidRequest): Promise<TraC | null> {
    const { cfg, country, services } = this.register;
    const sought = cfg && soughtReceipt(request, cfg);
    if (!sought || !country || country.strictVoids || !services.otherMachines) return null;
    const journal = async (stateChange: StateChange) =>
      (await this.register.journalChange(stateChange)).Result.RC === 'OK';
    const wish = { others: services.otherMachines, receipt: sought, rn: this.register.rn, journal };
    return this.underWay.with(wish, async (marking): Promise<TraC | null> => {
      if ('outcome' in marking) {
        const issue =
          marking.outcome === 'unasked' ? this.register.writer.whyUnstored : markingIssue(marking.outcome);
        return issue && refused([issue], country, request.warnings).done;
      }
      return this.register.selling((stepContext) => {
        const made = invertedHere(marking.marked, request, stepContext.cfg, country);
        if ('issues' in made) return Promise.resolve(refused(made.issues, country, request.warnings));
        const submission = { tra: { ESR: made.esr }, warnings: request.warnings, restart: false };
        return this.register.pipeline.take(submission, stepContext, {
          elsewhere: marking.marked,
          inverted: true,
        });
      });
    });
  }
}
