/** The receipts that the emulated CIS knows, and the rules of what comes after them. */
import { randomUUID } from 'node:crypto';
import { partOf, textOf, type Element } from '../xml.ts';
import type { Finding } from './answers.ts';
import { timeOf, zagrebTime } from './time.ts';

/** A receipt that has a JIR. */
export interface StoredReceipt {
  jir: string;
  oib: string;
  /** `123/POSL1/12`. */
  number: string;
  /** ZKI. */
  protection: string;
  /** Whether the ZKI is that of the receipt; null when the emulator has not issued the certificate's key. */
  protected: boolean | null;
  /** Text elements of `Racun` by name, `BrOznRac` and its kin among them; changes of payment and recipient are entered. */
  fields: Record<string, string>;
  /** `NakDost` of the first message. */
  late: boolean;
  /** Codes that `provjera` would have answered to the first message, `v100` left out. */
  warnings: string[];
  /** Ids of all messages that brought it, the first one first. */
  messages: string[];
  /** Tips reported for it: amount and payment. */
  tips: { amount: string; payment: string }[];
  /** `Racun` as it was signed. */
  content: Element;
}

/** A number that came again with other content. */
export interface Double {
  first: StoredReceipt;
  second: StoredReceipt;
  /** Names of the elements that differ. */
  differs: string[];
}

const DAY = 24 * 3_600_000;
const TIP_DAYS = 2;
/** May change when a receipt is sent again. */
const SENDING = 'NakDost';
/** And in what is sent about a receipt later. */
const LATER = [
  SENDING,
  'NacinPlac',
  'OibPrimateljaRacuna',
  'PromijenjeniNacinPlac',
  'PromijenjeniOibPrimateljaRacuna',
  'Napojnica',
];

/** Receipts of all companies. */
export class Receipts {
  readonly stored: StoredReceipt[] = [];
  readonly doubles: Double[] = [];
  private readonly byNumber = new Map<string, StoredReceipt[]>();

  /** Forgets all of them. */
  forget(): void {
    this.stored.length = 0;
    this.doubles.length = 0;
    this.byNumber.clear();
  }

  /** `racuni`: the same receipt gets the same JIR again, another one under its number is a double. */
  add(
    content: Element,
    message: string,
    about: Pick<StoredReceipt, 'protected' | 'warnings'>,
  ): StoredReceipt {
    const twins = this.numbered(content);
    const same = twins.find((one) => differences(one.content, content, [SENDING]).length === 0);
    if (same) {
      same.messages.push(message);
      return same;
    }
    const fields = fieldsOf(content);
    const added: StoredReceipt = {
      jir: randomUUID(),
      oib: fields['Oib']!,
      number: [fields['BrOznRac'], fields['OznPosPr'], fields['OznNapUr']].join('/'),
      protection: fields['ZastKod']!,
      fields,
      late: isTrue(fields[SENDING]!),
      messages: [message],
      tips: [],
      content,
      ...about,
    };
    this.stored.push(added);
    this.byNumber.set(keyOf(fields), [...twins, added]);
    const [first] = twins;
    if (first) {
      this.doubles.push({ first, second: added, differs: differences(first.content, content, [SENDING]) });
    }
    return added;
  }

  /** `promijeniNacPlac` and `promijeniPodatkeRacuna`; null when it is done. */
  change(content: Element, now: number, [late, unknown]: readonly [string | null, string]): Finding | null {
    const found = this.same(content);
    if (!found) return { code: unknown };
    const { DatVrijeme: issued } = found.fields;
    // The specification speaks of the day; the authority gives no more.
    if (late !== null && issued!.slice(0, 10) !== zagrebTime(now).slice(0, 10)) return { code: late };
    found.fields['NacinPlac'] = textOf(content, 'PromijenjeniNacinPlac');
    const recipient = partOf(content, 'PromijenjeniOibPrimateljaRacuna');
    if (recipient?.text) found.fields['OibPrimateljaRacuna'] = recipient.text;
    else if (recipient) delete found.fields['OibPrimateljaRacuna'];
    return null;
  }

  /** `napojnica`; null when it is done. */
  tip(content: Element, now: number): Finding | null {
    const found = this.same(content);
    if (!found) return { code: 's010' };
    if (now - timeOf(found.fields['DatVrijeme']!)! > TIP_DAYS * DAY) return { code: 's009' };
    const tip = partOf(content, 'Napojnica')!;
    found.tips.push({
      amount: textOf(tip, 'iznosNapojnice'),
      payment: textOf(tip, 'nacinPlacanjaNapojnice'),
    });
    return null;
  }

  /** Those with the same number, oldest first. */
  private numbered(content: Element): StoredReceipt[] {
    return this.byNumber.get(keyOf(fieldsOf(content))) ?? [];
  }

  /** The receipt that a later message is about. */
  private same(content: Element): StoredReceipt | undefined {
    return this.numbered(content).find((one) => differences(one.content, content, LATER).length === 0);
  }
}

/** Texts inside by name; those of taxes and fees are left out, because they may be several. */
export function fieldsOf(content: Element): Record<string, string> {
  const number = partOf(content, 'BrRac')?.children ?? [];
  const texts = [...content.children, ...number].filter(({ children }) => children.length === 0);
  return Object.fromEntries(texts.map(({ name, text }) => [name, text]));
}

/** Whether a text of `xs:boolean` is true. */
export function isTrue(text: string): boolean {
  return /^\s*(true|1)\s*$/.test(text);
}

/** What must be unique: the device does not count where numbers are those of the premises. */
function keyOf({ Oib, DatVrijeme, OznSlijed, OznPosPr, OznNapUr, BrOznRac }: Record<string, string>): string {
  const device = OznSlijed === 'N' ? OznNapUr : '';
  return [Oib, DatVrijeme!.slice(6, 10), OznSlijed, OznPosPr, device, BigInt(BrOznRac!)].join('/');
}

/** Names of the parts that are not alike. */
function differences(one: Element, other: Element, ignored: readonly string[]): string[] {
  const names = new Set([...one.children, ...other.children].map(({ name }) => name));
  const shape = (element: Element | undefined): unknown =>
    element && [element.name, element.children.length > 0 ? element.children.map(shape) : element.text];
  const isAlike = (name: string) =>
    JSON.stringify(shape(partOf(one, name))) === JSON.stringify(shape(partOf(other, name)));
  return [...names].filter((name) => !ignored.includes(name) && !isAlike(name));
}
