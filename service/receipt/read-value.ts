/**
 * Single values of a receipt, each checked against the type that the field tables of doc 3 give it, and
 * written as records keep them.
 */
import { maskCardNumbers } from './cards.ts';
import type { FieldTables, FieldType } from './fields.ts';
import { readCountry } from './iso-countries.ts';
import { issue, type Issue } from './issue.ts';
import {
  amountText,
  decimalText,
  MAX_WHOLE_DIGITS,
  numberText,
  readAmount,
  roundedDecimal,
} from './money.ts';
import { isDate, wholeSecond } from './time.ts';
import { checkText, type TreeValue } from './tree.ts';

/** What reading needs to know about the register's country, and about all countries. */
export interface ReadContext {
  /** Fraction digits of the currency: 2 for EUR. */
  currencyDigits: number;
  /** What attributes are, with those that countries add. */
  fields: FieldTables;
  /** The receipt is in a journal already: what earlier versions let pass is read. */
  isStored?: boolean;
}

/** Reads values, and notes what is wrong with them. */
export class ValueReader {
  readonly issues: Issue[] = [];
  readonly warnings: string[] = [];
  protected readonly context: ReadContext;

  constructor(context: ReadContext) {
    this.context = context;
  }

  /** A single value as records keep it; undefined for none, or for one that has become an issue. */
  protected scalar(value: TreeValue, type: FieldType, path: string): string | undefined {
    if (value === null || value === '') return undefined;
    if (type === 'list' && Array.isArray(value) && value.every((v) => typeof v === 'string')) {
      return this.scalar(value.join(' '), 'text', path);
    }
    if (typeof value === 'object') {
      this.issues.push(
        issue(
          '#TYPE',
          path,
          `must be ${DESCRIPTION[type]}, not a ${Array.isArray(value) ? 'list' : 'group of values'}`,
        ),
      );
      return undefined;
    }
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.issues.push(issue('#TYPE', path, 'a JSON number this long loses digits; send it as text'));
      return undefined;
    }
    const text = typeof value === 'number' ? numberText(value) : String(value);
    checkText(text, path, this.issues, this.context.isStored);
    const trimmed = text.trim();
    // No number, date or truth value is so long: it is not even looked at.
    const read = LONG.has(type) || trimmed.length <= MAX_VALUE ? this.typed(trimmed, text, type, path) : null;
    if (read === null) {
      this.issues.push(
        issue('#TYPE', path, `must be ${DESCRIPTION[type]}, found ${JSON.stringify(text.slice(0, 60))}`),
      );
      return undefined;
    }
    return read;
  }

  /** A text for people. What is in a journal already stays as it is. */
  private free(text: string, path: string): string {
    const masked = this.context.isStored ? text : maskCardNumbers(text);
    if (masked !== text) this.warnings.push(`#CARD_MASKED ${path}: a payment card number was masked`);
    return masked;
  }

  private typed(trimmed: string, text: string, type: FieldType, path: string): string | null | undefined {
    switch (type) {
      case 'text':
        return text;
      case 'list':
        // A percentage is one word however it is written; what is in a journal already stays as it is.
        return this.context.isStored ? text : text.replaceAll(/(?<=\d)\s+%/g, '%');
      case 'free':
        return this.free(text, path);
      case 'country':
        // Versions before took any text; what they registered can be read and voided.
        return this.context.isStored ? text : readCountry(trimmed);
      case 'currency': {
        const amount = readAmount(trimmed, this.context.currencyDigits);
        if ('minor' in amount) return amountText(amount.minor, this.context.currencyDigits);
        if (amount.error === 'type') {
          if (!TOO_LONG.test(trimmed)) return null;
          const problem = `has more than ${MAX_WHOLE_DIGITS} digits before the point: ${trimmed}`;
          this.issues.push(issue('#TYPE', path, problem));
          return undefined;
        }
        this.issues.push(
          issue(
            '#AMOUNT_PRECISION',
            path,
            `${trimmed} has more than ${this.context.currencyDigits} decimals`,
          ),
        );
        return undefined;
      }
      case 'decimal':
        return roundedDecimal(trimmed);
      case 'integer':
        return trimmed.includes('.') ? null : decimalText(trimmed);
      case 'percent':
        // No tax takes money back; the arithmetic relies on it.
        if (trimmed.startsWith('-')) return null;
        return decimalText(trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed);
      case 'boolean':
        return BOOLEANS.get(trimmed.toLowerCase()) ?? null;
      case 'datetime':
        return wholeSecond(trimmed);
      case 'date':
        // The format is the day, the type in the table a DateTime: both are sent, one is kept.
        return isDate(trimmed) || wholeSecond(trimmed) !== null ? trimmed.slice(0, 10) : null;
      case 'moment':
        // Versions before took any text.
        if (this.context.isStored) return text;
        return isDate(trimmed) ? trimmed : wholeSecond(trimmed);
    }
  }
}

/** More digits before the point than an amount may have. */
const TOO_LONG = new RegExp(`^[+-]?0*[1-9]\\d{${MAX_WHOLE_DIGITS},}(\\.\\d+)?$`);
/** Types whose values may be long. */
const LONG: ReadonlySet<FieldType> = new Set(['text', 'free', 'list', 'country']);
/** Characters of any other value, blanks around it not counted. */
const MAX_VALUE = 40;

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['0', '0'],
  ['1', '1'],
  ['true', '1'],
  ['false', '0'],
]);

const DESCRIPTION: Record<FieldType, string> = {
  text: 'a text',
  free: 'a text',
  list: 'a text with words separated by blanks',
  country: 'the ISO 3166 code of a country, such as PT',
  currency: 'a decimal amount such as 12.30 with a point',
  decimal: 'a decimal number such as 1.5 with a point',
  integer: 'a whole number such as 12',
  percent: 'a percentage such as 23',
  datetime: 'a date and time YYYY-MM-DDThh:mm:ss without offset',
  date: 'a date YYYY-MM-DD',
  moment: 'a date YYYY-MM-DD, or with the time YYYY-MM-DDThh:mm:ss without offset',
  boolean: '0, 1, true or false',
};
