/** Opening a digital receipt: who has its handle may, as the company's rules and the receipt itself say. */
import { Attempts } from '../../access/attempts.ts';
import { networkOf } from '../../access/network.ts';
import { readHandle } from '../../receipt/document-handle.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import { hasSealed } from '../archive/sealed.ts';
import { type FoundHandle, Handles, recordOfHandle } from './find.ts';
import type { HandleKeys } from './keys.ts';
import { Pace } from './pace.ts';
import { type Asked, isAnswer, questionOf } from './proof.ts';
import type { ReceiptRules } from './rules.ts';
import { standingOf } from './standing.ts';

/** So many handles that nobody has made are forgiven to a place in the network. */
const FREE_UNKNOWN = 30;
/** So often in a minute a receipt is opened, by whoever has its handle: laying it out takes time. */
const OPENED_PER_MINUTE = 30;

/** What somebody has to open a receipt with. */
export interface Opening {
  handle: string;
  /** What he was asked for; empty before. */
  proof: string;
}

/** What came of it. */
export type Opened =
  /** There is no such receipt, or not yet: nobody is told which. */
  | { state: 'waiting' }
  /** The company does not show it, for whatever reason: nobody is told which. */
  | { state: 'ended' }
  | { state: 'asks'; asked: Asked; wrong: boolean }
  | { state: 'open'; found: FoundHandle; record: JournalRecord; rules: ReceiptRules };

/** Opens receipts. */
export class Receipts {
  readonly #services: PortalServices;
  readonly #handles: Handles;
  readonly #unknown: Attempts;
  readonly #proofs: Attempts;
  readonly #pace: Pace;

  constructor(services: PortalServices, keys: HandleKeys) {
    this.#services = services;
    this.#handles = new Handles(services.db, keys);
    this.#unknown = new Attempts(services.clock, FREE_UNKNOWN);
    this.#proofs = new Attempts(services.clock);
    this.#pace = new Pace(services.clock, OPENED_PER_MINUTE);
  }

  /**
   * Opens a receipt.
   * @param address of the other end of the connection
   * @throws Problem 429 after too many handles that nobody has made, too many wrong answers, or too often the same
   */
  async open({ handle, proof }: Opening, address: string): Promise<Opened> {
    const { db, clock } = this.#services;
    const found = await this.#found(handle, networkOf(address));
    if (!found) return { state: 'waiting' };
    this.#pace.take(`${found.registerId} ${found.sq}`);
    // It may be among sealed records, or voided by one.
    if (await hasSealed(db, found)) return { state: 'ended' };
    const record = await recordOfHandle(db, found);
    if (!record) return { state: 'waiting' };
    const { standing, rules } = await standingOf(db, found, record, clock.now());
    if (standing !== 'shown') return { state: 'ended' };
    const question = questionOf(record.ESR ?? {});
    if (question && !this.#isProven(question.answer, proof, `${found.registerId} ${found.sq}`))
      return { state: 'asks', asked: question.asked, wrong: proof !== '' };
    return { state: 'open', found, record, rules };
  }

  /**
   * One that exists is never kept waiting: nobody can guess it. Without its last characters it is, behind those
   * that nobody has made, since looking for it takes long.
   */
  async #found(handle: string, network: string): Promise<FoundHandle | null> {
    const read = readHandle(handle);
    if (read?.register === null) this.#refuseWaiting(network);
    const found = read && (await this.#handles.find(read));
    if (found) return found;
    this.#refuseWaiting(network);
    this.#unknown.wrong(network);
    return null;
  }

  #refuseWaiting(network: string): void {
    const wait = this.#unknown.waitOf(network);
    if (wait > 0) throw new Problem(429, `too many unknown receipts: wait for ${wait} seconds`, [], wait);
  }

  #isProven(answer: string, proof: string, receipt: string): boolean {
    if (proof === '') return false;
    const wait = this.#proofs.waitOf(receipt);
    if (wait > 0) throw new Problem(429, `too many wrong answers: wait for ${wait} seconds`, [], wait);
    const isRight = isAnswer(proof, answer);
    if (isRight) this.#proofs.right(receipt);
    else this.#proofs.wrong(receipt);
    return isRight;
  }
}
