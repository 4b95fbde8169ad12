/** An FDM of GKS 1 at work: fixed messages, a VAT signing card, counters by label; strict in every field. */
import { createHmac } from 'node:crypto';
import { localTime, type Clock } from '../../clock.ts';

/** A ticket that was signed. */
export interface SignedTicket {
  /** Message without its header. */
  fields: string;
  label: string;
  counter: number;
  total: number;
  signature: string;
}

/** What a person does to an FDM; all may change while it runs. */
export interface Conditions {
  hasCard: boolean;
  isLocked: boolean;
  /** Error that it answers everything with, three digits; null for none. */
  error: string | null;
}

const LENGTHS: Readonly<Record<string, number>> = { S: 4, I: 4, P: 9, H: 162 };
const LABELS = ['NS', 'NR', 'TS', 'TR', 'PS', 'PR'];
const PIN = '12345';
const CARD = 'VSC01234567890';
const AMOUNT = / {0,8}\d{3,11}/.source;
const TICKET = new RegExp(
  `^(\\d{8})(\\d{6})(\\d{11})([AB][A-Z\\d]{13})([ \\d]{5}\\d)(NS|NR|TS|TR|PS|PR)(${AMOUNT})2100(${AMOUNT})1200(${AMOUNT}) 600(${AMOUNT}) 000(${AMOUNT})([\\da-f]{40})$`,
);

/** An FDM. */
export class EmulatedSerialFdm {
  readonly conditions: Conditions = { hasCard: true, isLocked: false, error: null };
  readonly tickets: SignedTicket[] = [];
  readonly id: string;
  private readonly clock: Clock;
  /** The last request, with its answer behind the header. */
  private last: { identifier: string; sequence: string; fields: string; answer: string } | null = null;

  constructor(id: string, clock: Clock) {
    this.id = id;
    this.clock = clock;
  }

  /** The answer to a message. */
  answer(message: string): string {
    const [identifier = '', sequence, retry, fields = ''] = [
      message.slice(0, 1),
      message.slice(1, 3),
      message.slice(3, 4),
      message.slice(4),
    ];
    const header = `${identifier}${sequence}${retry}`;
    if (!Object.hasOwn(LENGTHS, identifier)) return this.failed(header, '206', 21);
    if (message.length !== LENGTHS[identifier] || !/^\d\d[012]$/.test(`${sequence}${retry}`))
      return this.failed(header, '207', this.lengthOf(identifier));
    const { last } = this;
    // It goes by the number alone: whatever comes under it is taken for the same request.
    if (last?.identifier === identifier && last.sequence === sequence)
      return `${header}102000${last.answer.slice(6)}`;
    const answer = this.work(identifier, fields);
    if (!answer.startsWith('2')) this.last = { identifier, sequence, fields, answer };
    return (header + answer).padEnd(this.lengthOf(identifier));
  }

  private lengthOf(identifier: string): number {
    return { S: 21, I: 59, P: 35, H: 109 }[identifier] ?? 21;
  }

  private failed(header: string, code: string, length: number): string {
    return `${header}${code}000${this.id}`.padEnd(length);
  }

  private work(identifier: string, fields: string): string {
    const { error, hasCard, isLocked } = this.conditions;
    const refuse = (code: string) => `${code}000${this.id}`;
    if (error !== null) return refuse(error);
    if (identifier === 'S') return `000000${this.id}`;
    if (identifier === 'I') return `000000${this.id}${'EMULATOR 1.0'.padEnd(20)}1${CARD}001`;
    if (!hasCard) return refuse('201');
    if (identifier === 'P') {
      if (fields !== PIN) return refuse('204');
      this.conditions.isLocked = false;
      return `001000${this.id}${CARD}`;
    }
    if (isLocked) return refuse('202');
    return this.sign(fields);
  }

  private sign(fields: string): string {
    const parts = TICKET.exec(fields);
    const label = parts?.[6] ?? '';
    const number = parts?.[3] ?? '';
    if (!parts || !LABELS.includes(label) || !isPerson(number) || !isConsistent(parts))
      return `207000${this.id}`;
    const counter = this.tickets.filter((ticket) => ticket.label === label).length + 1;
    const total = this.tickets.length + 1;
    const signature = createHmac('sha1', this.id).update(`${counter} ${total} ${fields}`).digest('hex');
    this.tickets.push({ fields, label, counter, total, signature });
    const time = localTime(this.clock.now()).replace(/[-:T]/g, '');
    const counters = `${String(counter).padStart(9)}${String(total).padStart(9)}`;
    return `000000${this.id}${CARD}${time}${label}${counters}${signature}`;
  }
}

function isPerson(number: string): boolean {
  const [first, last] = [Number(number.slice(0, 9)), Number(number.slice(9))];
  return 97 - (first % 97) === last || 97 - ((2_000_000_000 + first) % 97) === last;
}

/** Taxable amounts with their taxes make the total, but for what is rounded. */
function isConsistent(parts: readonly string[]): boolean {
  const [total, a, b, c, d] = parts.slice(7, 12).map((text) => Number(text.trim())) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const sum = a * 1.21 + b * 1.12 + c * 1.06 + d;
  const hasArticles = a + b + c + d > 0;
  return !hasArticles || Math.abs(sum - total) <= 3;
}
