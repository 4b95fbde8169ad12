import { type Answer, readAnswer } from './answer.ts';
import type { Book } from './book.ts';
import type { Connection } from './client.ts';
import { randomSale, type Sale } from './sales.ts';
import { type Tally, Violation } from './tally.ts';

/** True when the service may refuse with this answer now. */
export type MayRefuse = (answer: Answer) => boolean;

/** Nothing may be refused. */
export const mustAccept: MayRefuse = () => false;

/** A request that was not answered with OK yet. */
type Pending = {
  /** Constant it was last refused with; null when no answer came. */
  refusedWith: string | null;
} & ({ kind: 'sale'; sale: Sale } | { kind: 'void'; of: string });

/** What a till knows of its last sale. */
interface LastSale {
  sale: Sale;
  answer: Answer;
  voided: boolean;
}

/** Who a till is. */
export interface TillOptions {
  /** Stands in its numbers and marks. */
  name: string;
  /** True when another till sells on the same register. */
  shared: boolean;
  /** True when New Year comes while it sells: then a number may be used again. */
  overYears: boolean;
  /** What is found out since the last look at the journal. */
  book: Book;
  random: () => number;
  tally: Tally;
  /** Whoever refuses may be an instance that another one has taken over from: only an OK tells what is kept. */
  manyInstances?: boolean;
}

/** How a till asks. */
export type Asking = Pick<Connection, 'post'>;

/** A till: sells, takes back, loses answers and asks again. One request at a time. */
export class Till {
  private readonly options: TillOptions;
  private readonly random: () => number;
  private pending: Pending | null = null;
  private last: LastSale | null = null;
  private sold = 0;
  private answeredCount = 0;
  private askedCount = 0;

  constructor(options: TillOptions) {
    this.options = options;
    this.random = options.random;
  }

  /** Number of sales that were answered with OK. */
  get answered(): number {
    return this.answeredCount;
  }

  /** Whether it has asked for something and was not told that it is done. */
  get isWaiting(): boolean {
    return this.pending !== null;
  }

  /** Number of requests that were answered, whatever the answer. */
  get asked(): number {
    return this.askedCount;
  }

  /** One more request: what is pending first. */
  async step(connection: Asking, mayRefuse: MayRefuse): Promise<void> {
    if (this.pending !== null) return this.recover(connection, mayRefuse);
    const choice = this.random();
    const last = this.last;
    if (last !== null && !last.voided && choice < 0.1) return this.void(connection, last, mayRefuse);
    if (last !== null && !last.voided && choice < 0.15) return this.again(connection, last);
    if (typeof last?.sale.tn === 'string' && !this.options.overYears && choice < 0.17)
      return this.twice(connection, last, mayRefuse);
    const path = choice > 0.97 ? '/restart' : '/register';
    return this.sell(connection, path, mayRefuse);
  }

  /** Sends again what was not answered, or was refused. */
  async recover(connection: Asking, mayRefuse: MayRefuse): Promise<void> {
    const pending = this.pending;
    if (pending === null) return;
    const { refusedWith } = pending;
    // A customer whose sale is refused may leave; then nobody asks for it again.
    if (pending.kind === 'sale' && refusedWith !== null && this.random() < 0.5) {
      this.options.book.refused.set(pending.sale.mark, refusedWith);
      this.pending = null;
      return;
    }
    // Without an answer it may be kept, before this request and behind it.
    const inDoubt = refusedWith === null;
    pending.refusedWith = null;
    const answer =
      pending.kind === 'sale'
        ? await this.send(connection, '/restart', pending.sale.format, pending.sale.body)
        : await this.send(connection, '/register/void?rsn=Engano', 'json', voidOf(pending.of));
    const known = pending.kind === 'sale' ? '#DUPLICATE' : '#ALREADY_VOIDED';
    if (answer.errorCode === known && refusedWith !== null)
      throw new Violation(
        `refused with ${refusedWith} and kept all the same: ${said(answer)} to ${JSON.stringify(pending)}`,
      );
    if (answer.errorCode === known) this.options.tally.count('  resent: was kept already');
    else if (answer.rc === 'OK') this.options.tally.count('  resent: was not kept');
    if (pending.kind === 'sale') this.endSale(pending.sale, answer, mayRefuse, { resent: true, inDoubt });
    else this.endVoid(pending.of, answer, mayRefuse, inDoubt);
  }

  /** A till that lost its memory, or whose clock went on so far that nobody asks for the last sale any more. */
  forgetLast(): void {
    this.last = null;
  }

  private async sell(connection: Asking, path: string, mayRefuse: MayRefuse): Promise<void> {
    const { name, shared, tally } = this.options;
    const number = ++this.sold;
    const tn = this.random() < 0.5 ? `${name}-${number}` : null;
    const sale = randomSale(this.random, tn, `${name}/${number}`);
    this.pending = { kind: 'sale', sale, refusedWith: null };
    let answer: Answer;
    try {
      answer = await this.send(connection, path, sale.format, sale.body);
    } catch (error) {
      tally.count('requests without answer');
      // Without a number of its own it can only be asked for while nobody else sold on the register.
      if (tn === null && shared) this.pending = null;
      throw error;
    }
    if (answer.errorCode === '#DUPLICATE')
      throw new Violation(`${path} answers #DUPLICATE to a new sale: ${sale.body}`);
    this.endSale(sale, answer, mayRefuse, { resent: false, inDoubt: false });
  }

  private endSale(
    sale: Sale,
    answer: Answer,
    mayRefuse: MayRefuse,
    { resent, inDoubt }: { resent: boolean; inDoubt: boolean },
  ): void {
    const { book, shared, tally } = this.options;
    this.last = null;
    if (answer.rc !== 'OK') {
      this.checkRefusal(answer, mayRefuse, sale.body);
      const refusedWith = this.options.manyInstances ? null : refusal(answer, inDoubt);
      if (answer.rc === 'BAD' || (sale.tn === null && shared)) {
        if (refusedWith !== null) book.refused.set(sale.mark, refusedWith);
        this.pending = null;
      } else this.pending = { kind: 'sale', sale, refusedWith };
      return;
    }
    this.pending = null;
    if (answer.errorCode !== null && !(resent && answer.errorCode === '#DUPLICATE'))
      throw new Violation(`OK with ${answer.errorCode} for ${sale.body}`);
    if (sale.tn !== null && answer.tn !== sale.tn)
      throw new Violation(`TN ${sale.tn} was answered as ${answer.tn}`);
    tally.count('sales answered');
    this.answeredCount++;
    book.sales.set(sale.mark, answer);
    this.last = { sale, answer, voided: false };
  }

  private async void(connection: Asking, last: LastSale, mayRefuse: MayRefuse): Promise<void> {
    const { shared, tally } = this.options;
    const of = last.answer.fn;
    const byLast = !shared && this.random() < 0.5;
    this.pending = { kind: 'void', of, refusedWith: null };
    let answer: Answer;
    try {
      answer = byLast
        ? await this.send(connection, '/register/void/last?rsn=Engano', 'json', '')
        : await this.send(connection, '/register/void?rsn=Engano', 'json', voidOf(of));
    } catch (error) {
      tally.count('requests without answer');
      throw error;
    }
    if (answer.errorCode === '#ALREADY_VOIDED') throw new Violation(`${of} was voided before its void`);
    this.endVoid(of, answer, mayRefuse, false);
  }

  private endVoid(of: string, answer: Answer, mayRefuse: MayRefuse, inDoubt: boolean): void {
    const { book, tally } = this.options;
    if (answer.rc === 'NO') {
      this.checkRefusal(answer, mayRefuse, `the void of ${of}`);
      this.pending = {
        kind: 'void',
        of,
        refusedWith: this.options.manyInstances ? null : refusal(answer, inDoubt),
      };
      return;
    }
    this.pending = null;
    if (answer.rc !== 'OK' && answer.errorCode !== '#ALREADY_VOIDED')
      return this.checkRefusal(answer, mayRefuse, `the void of ${of}`);
    tally.count('voids answered');
    book.voids.push({ of, sq: answer.rc === 'OK' ? answer.sq : null });
    if (this.last?.answer.fn === of) this.last.voided = true;
  }

  /** A till that lost the answer after it came: nothing new may come of it. */
  private async again(connection: Asking, { sale, answer }: LastSale): Promise<void> {
    const { shared, tally } = this.options;
    if (sale.tn === null && shared) return;
    const again = await this.send(connection, '/restart', sale.format, sale.body);
    if (this.options.manyInstances && again.rc === 'NO') return;
    if (again.errorCode !== '#DUPLICATE' || again.sq !== answer.sq)
      throw new Violation(
        `/restart answers ${said(again)} SQ ${again.sq} to what was answered as SQ ${answer.sq}`,
      );
    tally.count('answered sales sent again');
  }

  /** The same number in another sale. */
  private async twice(connection: Asking, { sale, answer }: LastSale, mayRefuse: MayRefuse): Promise<void> {
    const twice = await this.send(connection, '/register', sale.format, sale.body);
    if (twice.errorCode === '#TN_EXISTS') return this.options.tally.count('numbers refused as used');
    if (twice.rc === 'OK')
      throw new Violation(`TN ${sale.tn} of SQ ${answer.sq} was taken again: SQ ${twice.sq}`);
    this.checkRefusal(twice, mayRefuse, sale.body);
  }

  private checkRefusal(answer: Answer, mayRefuse: MayRefuse, what: string): void {
    if (!mayRefuse(answer)) throw new Violation(`the answer is ${said(answer)} to ${what}`);
    this.options.tally.count(`answered ${said(answer)}`);
  }

  private async send(
    connection: Asking,
    path: string,
    format: 'json' | 'xml',
    body: string,
  ): Promise<Answer> {
    const { register } = this.options.book;
    const separator = path.includes('?') ? '&' : '?';
    const reply = await connection.post(`${path}${separator}RN=${register}`, format, body);
    this.askedCount++;
    try {
      return readAnswer(format, reply.body);
    } catch {
      throw new Violation(`${path} answers ${reply.status}: ${reply.body.slice(0, 300)}`);
    }
  }
}

/**
 * What something was refused with; null while it may be kept all the same: a service that cannot read
 * its journal knows nothing of a request before, which had no answer.
 */
function refusal(answer: Answer, inDoubt: boolean): string | null {
  if (inDoubt && answer.errorCode === '#JOURNAL_UNAVAILABLE') return null;
  return answer.errorCode ?? answer.rc;
}

const voidOf = (fn: string): string => JSON.stringify({ Tra: { ESR: { FN: fn } } });

const said = ({ rc, errorCode }: Answer): string => `${rc} ${errorCode ?? ''}`.trim();
