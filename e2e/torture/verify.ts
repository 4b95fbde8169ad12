import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { type Answer, type JsonTag, tagText } from './answer.ts';
import type { Book } from './book.ts';

/** A record of the journal as GET /find shows it; only what is looked at here. */
export interface JournalRecord {
  _: string;
  SQ: number;
  ESR?: {
    D?: string;
    TL?: string;
    TT?: string;
    TN?: string;
    T?: string;
    FN?: string;
    Void?: string;
    RFN?: string;
    Ref?: string;
  };
  Fis?: { Code?: string; Tag?: JsonTag[]; PT_Hash?: string; PT_SystemEntryDate?: string };
}

/** The last document of a series. */
interface Last {
  number: number;
  hash: string;
  date: string;
  entry: string;
}

/** What must be found again of a record. */
interface Kept {
  tn: string;
  fn: string;
  code: string;
  tags: string;
}

/**
 * Checks the journal of one Portuguese register, page by page and in order: numbers without gaps,
 * no receipt twice, every signature on its predecessor, times that never go back within
 * a series, every answer kept as it was given.
 */
export class JournalCheck {
  private readonly key: KeyObject;
  private readonly kept = new Map<number, Kept>();
  private readonly lastOfSeries = new Map<string, Last>();
  /** SQ by number of the receipt, by mark of the sale, by FN of the original of a void. */
  private readonly numbers = new Map<string, number>();
  private readonly marks = new Map<string, number>();
  private readonly voids = new Map<string, number>();
  private sq = 0;
  private lastReceiptSq = 0;
  private signatureCount = 0;

  constructor(publicKeyPem: string) {
    this.key = createPublicKey(publicKeyPem);
  }

  /** SQ of the last record. */
  get records(): number {
    return this.sq;
  }

  /** SQ of the last receipt, 0 without one. */
  get lastReceipt(): number {
    return this.lastReceiptSq;
  }

  get signatures(): number {
    return this.signatureCount;
  }

  get series(): number {
    return this.lastOfSeries.size;
  }

  /** The next records; returns what is wrong with them. */
  take(records: JournalRecord[]): string[] {
    return records.flatMap((record) => {
      const wrong =
        record.SQ === this.sq + 1 ? [] : [`SQ ${record.SQ} stands where SQ ${this.sq + 1} belongs`];
      this.sq = record.SQ;
      return record._ === 'Tra' ? [...wrong, ...this.receipt(record)] : wrong;
    });
  }

  /** What a register answered and the journal does not hold, and what it refused and holds. */
  holds({ sales, voids, refused }: Book): string[] {
    return [
      ...[...sales].flatMap(([mark, answer]) => this.holdsSale(mark, answer)),
      ...voids.flatMap(({ sq, of }) => {
        const kept = this.voids.get(of);
        if (kept !== undefined && (sq === null || sq === kept)) return [];
        return [
          `the void of ${of} was answered as SQ ${sq}, and ${kept === undefined ? 'is not' : `is SQ ${kept}`} in the journal`,
        ];
      }),
      ...[...refused]
        .filter(([mark]) => this.marks.has(mark))
        .map(([mark, why]) => `sale ${mark} was refused (${why}) and is kept as SQ ${this.marks.get(mark)}`),
    ];
  }

  private receipt({ SQ, ESR = {}, Fis = {} }: JournalRecord): string[] {
    const number = [ESR.TL, ESR.TT, ESR.TN, ESR.D?.slice(0, 4)].join('/');
    const isVoid = ESR.Void === '1';
    this.lastReceiptSq = SQ;
    this.kept.set(SQ, {
      tn: ESR.TN ?? '',
      fn: ESR.FN ?? '',
      code: Fis.Code ?? '',
      tags: (Fis.Tag ?? []).map(tagText).join(' '),
    });
    return [
      ...once(this.numbers, 'receipt', number, SQ),
      ...(ESR.Ref === undefined || isVoid ? [] : once(this.marks, 'sale', ESR.Ref, SQ)),
      ...(isVoid
        ? once(this.voids, 'the void of', ESR.RFN ?? '', SQ)
        : this.document({ _: 'Tra', SQ, ESR, Fis })),
    ];
  }

  private document(record: JournalRecord): string[] {
    const { SQ, ESR = {}, Fis = {} } = record;
    const fn = ESR.FN ?? '';
    const series = fn.slice(0, fn.lastIndexOf('/'));
    const last = this.lastOfSeries.get(series) ?? { number: 0, hash: '', date: '', entry: '' };
    const number = last.number + 1;
    const hash = Fis.PT_Hash ?? '';
    const date = ESR.D?.slice(0, 10) ?? '';
    const entry = Fis.PT_SystemEntryDate ?? '';
    this.lastOfSeries.set(series, { number, hash, date, entry });
    this.signatureCount++;
    const wrong = [];
    const expected = `${series}/${number}`;
    if (fn !== expected) wrong.push(`SQ ${SQ} has FN "${fn}" where "${expected}" belongs`);
    const text = signedText(record, last.hash);
    if (!verify('sha1', Buffer.from(text), this.key, Buffer.from(hash, 'base64')))
      wrong.push(`SQ ${SQ}: the signature does not fit "${text}"`);
    // The QR code carries four characters of the signature that is kept.
    const characters = [0, 10, 20, 30].map((place) => hash[place]).join('');
    if (!Fis.Code?.includes(`*Q:${characters}*`))
      wrong.push(`SQ ${SQ}: the QR code does not carry ${characters}`);
    if (date < last.date) wrong.push(`SQ ${SQ}: ${series} went from ${last.date} back to ${date}`);
    if (entry < last.entry) wrong.push(`SQ ${SQ}: ${series} went from ${last.entry} back to ${entry}`);
    return wrong;
  }

  private holdsSale(mark: string, answer: Answer): string[] {
    const kept = this.kept.get(answer.sq);
    if (kept === undefined) return [`SQ ${answer.sq} (${answer.fn}) was answered and is not in the journal`];
    if (this.marks.get(mark) !== answer.sq)
      return [`sale ${mark} was answered as SQ ${answer.sq}, which is another one`];
    const given = { tn: answer.tn, fn: answer.fn, code: answer.code, tags: answer.tags.join(' ') };
    return (Object.keys(given) as (keyof typeof given)[])
      .filter((name) => given[name] === '' || given[name] !== kept[name])
      .map((name) => `SQ ${answer.sq}: ${name} was answered "${given[name]}", kept is "${kept[name]}"`);
  }
}

/** Notes where something was found; it must be the first time. */
function once(found: Map<string, number>, what: string, name: string, sq: number): string[] {
  const earlier = found.get(name);
  found.set(name, sq);
  return earlier === undefined ? [] : [`${what} ${name} is kept twice: SQ ${earlier} and SQ ${sq}`];
}

/** The text that is signed: date, time of entry, number, total and the signature before it in the series. */
export function signedText(record: JournalRecord, previousHash: string): string {
  const { ESR, Fis } = record;
  const date = (ESR?.D ?? '').slice(0, 10);
  return [date, Fis?.PT_SystemEntryDate, ESR?.FN, absoluteTotal(ESR?.T ?? ''), previousHash].join(';');
}

function absoluteTotal(total: string): string {
  const [whole = '0', cents = ''] = total.replace(/^-/, '').split('.');
  return `${whole}.${cents.padEnd(2, '0').slice(0, 2)}`;
}
