/** Where a till hands in what it makes. */
import { ALL_FIELDS } from '../../service/countries/fields.ts';
import { readTra } from '../../service/receipt/read.ts';
import type { TraC } from '../../service/receipt/tra.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import type { Register } from '../../service/register/register.ts';
import type { VoidRequest } from '../../service/register/requests.ts';
import type { TaskClock } from './task-clock.ts';

/** Posts to a register without waiting, and remembers what a day still waits for. */
export class HandIn {
  private readonly register: Register;
  private readonly clock: TaskClock;
  /** None of them is rejected. */
  private waiting: Promise<unknown>[] = [];
  private readonly failures: unknown[] = [];

  constructor(register: Register, clock: TaskClock) {
    this.register = register;
    this.clock = clock;
  }

  /**
   * Registers a receipt.
   * @param at local time, `YYYY-MM-DDThh:mm:ss`
   */
  post(at: string, ESR: Tree): Promise<TraC> {
    const { tra, warnings, issues } = readTra({ Tra: { ESR } }, { currencyDigits: 2, fields: ALL_FIELDS });
    if (!tra) throw new Error(`${JSON.stringify(issues)} for ${JSON.stringify(ESR)}`);
    return this.do(at, ESR, () => this.register.submit({ tra, warnings, restart: false }));
  }

  /** Takes a document back as a whole. */
  void(at: string, FN: string, request: Pick<VoidRequest, 'sender' | 'reason'>): Promise<TraC> {
    return this.do(at, { FN }, () => this.register.void({ original: { FN }, warnings: [], ...request }));
  }

  /** Makes the day wait for something. */
  expect(answer: Promise<unknown>): void {
    this.waiting.push(answer.catch((error: unknown) => this.failures.push(error)));
  }

  /** Waits for everything; throws what failed first. */
  async settled(): Promise<void> {
    await Promise.all(this.waiting);
    this.waiting = [];
    if (this.failures.length > 0) throw this.failures[0];
  }

  private do(at: string, sent: Tree, task: () => Promise<TraC>): Promise<TraC> {
    const answer = this.clock.at(at, task).then((traC) => {
      if (traC.Result.RC === 'OK') return traC;
      throw new Error(`${JSON.stringify(traC.Result)} for ${JSON.stringify(sent)}`);
    });
    this.expect(answer);
    return answer;
  }
}
