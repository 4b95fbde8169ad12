/** What a till is told of a transaction that is registered: beside what was journaled, what is known of it now. */
import { answerOf } from '../receipt/answer.ts';
import type { Issue } from '../receipt/issue.ts';
import type { JournalRecord, TraC } from '../receipt/tra.ts';
import { offline, type Deliveries } from './deliveries/deliveries.ts';
import type { DeliveryQueue } from './deliveries/delivery-queue.ts';
import { withHandle, type ReceiptAccess } from './paper/digital-receipts.ts';
import { withNotice } from './outcomes.ts';
import type { RegisterParts } from './register-parts.ts';

/** See above. */
export class RegisterAnswers {
  private readonly parts: Pick<RegisterParts, 'rn' | 'services' | 'country'>;
  private readonly queue: DeliveryQueue;
  private readonly deliveries: Deliveries;

  constructor(parts: RegisterAnswers['parts'], queue: DeliveryQueue, deliveries: Deliveries) {
    this.parts = parts;
    this.queue = queue;
    this.deliveries = deliveries;
  }

  /** The answer to a stored transaction, as things stand now. */
  to(record: JournalRecord): TraC {
    const plain = answerOf(record);
    const answer = record._ === 'Tra' ? this.handled(plain) : plain;
    const delivery = this.parts.country?.delivery;
    // Where no sale waits for the authority, a record that it has not got yet is nothing special.
    const waits = delivery && 'deliver' in delivery && this.queue.without(record.SQ) !== null;
    return waits ? this.withIssue(answer, offline('it did not answer')) : answer;
  }

  /** The answer to a transaction, with the handle of its digital receipt where the profile asks for it. */
  handled(answer: TraC): TraC {
    const { rn, services } = this.parts;
    return services.attributes(rn).flag('Tra_DH') ? withHandle(answer, this.receiptAccess) : answer;
  }

  /** Tells the authority of what was registered, where the country wants that: the answer has what it gave in time. */
  async told(answer: TraC): Promise<TraC> {
    if (answer.SQ === undefined || answer.Result.RC !== 'OK') return answer;
    const told = await this.deliveries.now(answer.SQ);
    if (told === null) return answer;
    return 'fis' in told ? { ...answer, Fis: told.fis } : this.withIssue(answer, told.issue);
  }

  /** What handles of digital receipts are made with; null while the register is not connected to a portal. */
  get receiptAccess(): ReceiptAccess | null {
    const { rn, services } = this.parts;
    return services.digitalReceipts?.accessOf(rn) ?? null;
  }

  private withIssue(answer: TraC, issue: Issue): TraC {
    const language = this.parts.country?.language ?? 'en';
    const { Result } = answer;
    const noted = withNotice(Result, { issue, language });
    // That it was registered before is what its till has to know.
    return {
      ...answer,
      Result: Result.ErrorCode === '#DUPLICATE' ? { ...Result, Warning: noted.Warning! } : noted,
    };
  }
}
