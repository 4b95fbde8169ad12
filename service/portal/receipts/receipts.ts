/** Opening a digital receipt: who has its handle may, as the company's rules and the receipt itself say. */
import { Attempts } from '../../access/attempts.ts';
import { networkOf } from '../../access/network.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import { type FoundHandle, Handles, recordOfHandle } from './find.ts';
import type { HandleKeys } from './keys.ts';
import { type Asked, isAnswer, questionOf } from './proof.ts';
import { type ReceiptRules, rulesOf } from './rules.ts';

/** So many handles that nobody has made are forgiven to a place in the network. */
const FREE_UNKNOWN = 30;
const DAY_MS = 24 * 3_600_000;

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
  /** The company shows it no more. */
  | { state: 'ended' }
  | { state: 'asks'; asked: Asked; wrong: boolean }
  | { state: 'open'; found: FoundHandle; record: JournalRecord; rules: ReceiptRules };

/** Opens receipts. */
export class Receipts {
  readonly #services: PortalServices;
  readonly #handles: Handles;
  readonly #unknown: Attempts;
  readonly #proofs: Attempts;

  constructor(services: PortalServices, keys: HandleKeys) {
    this.#services = services;
    this.#handles = new Handles(services.db, keys);
    this.#unknown = new Attempts(services.clock, FREE_UNKNOWN);
    this.#proofs = new Attempts(services.clock);
  }

  /**
   * Opens a receipt.
   * @param address of the other end of the connection
   * @throws Problem 429 after too many handles that nobody has made, or too many wrong answers
   */
  async open({ handle, proof }: Opening, address: string): Promise<Opened> {
    const { db, clock } = this.#services;
    const found = await this.#found(handle, networkOf(address));
    const record = found && (await recordOfHandle(db, found));
    if (!found || !record) return { state: 'waiting' };
    const rules = await rulesOf(db, found.companyId);
    const isOld = clock.now() - Date.parse(`${record.D.slice(0, 19)}Z`) > rules.days * DAY_MS;
    if (!rules.active || isOld) return { state: 'ended' };
    const question = questionOf(record.ESR ?? {});
    if (question && !this.#isProven(question.answer, proof, `${found.registerId} ${found.sq}`))
      return { state: 'asks', asked: question.asked, wrong: proof !== '' };
    return { state: 'open', found, record, rules };
  }

  /** One that exists is never kept waiting: nobody can guess it. */
  async #found(handle: string, network: string): Promise<FoundHandle | null> {
    const found = await this.#handles.find(handle);
    if (found) return found;
    const wait = this.#unknown.waitOf(network);
    if (wait > 0) throw new Problem(429, `too many unknown receipts: wait for ${wait} seconds`, [], wait);
    this.#unknown.wrong(network);
    return null;
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
