/** What must be true of every receipt that is accepted, counted in whole cents with BigInt. */
import type { Request } from 'express';
import { ALL_FIELDS } from '../../service/countries/fields.ts';
import { readBody } from '../../service/http/request/body.ts';
import { writeRecord, type Format } from '../../service/receipt/answer.ts';
import { readTra } from '../../service/receipt/read.ts';
import type { Attributes, Tra } from '../../service/receipt/tra.ts';
import type { Accepted } from './intake.ts';
import { sayable } from './sayable.ts';

/** Everything that is wrong with an accepted receipt. */
export function violations(accepted: Accepted): string[] {
  const { tra, completed, digits } = accepted;
  return [
    ...sums(accepted),
    ...[tra, { ESR: completed.esr }].flatMap((record) => [
      ...roundTrip(record, 'json', digits),
      ...roundTrip(sayable(record), 'xml', digits),
    ]),
  ];
}

function cents(text: unknown): bigint {
  const m = typeof text === 'string' ? /^(-?)(\d+)\.(\d\d)$/.exec(text) : null;
  if (!m) throw new Error(`not an amount with two digits: ${JSON.stringify(text)}`);
  const units = BigInt(m[2]! + m[3]!);
  return m[1] === '-' ? -units : units;
}

const sum = (items: readonly Attributes[], name = 'Amt'): bigint =>
  items.reduce((total, item) => total + cents(item[name]), 0n);

function sums({ completed: { esr, amounts } }: Accepted): string[] {
  const found: string[] = [];
  const equal = (what: string, a: bigint, b: bigint) => {
    if (a !== b) found.push(`${what}: ${a} is not ${b}`);
  };
  const total = cents(esr.T);
  const positions = sum(esr.PosA.filter((p) => p._ !== 'Lin'));
  if (esr.TaxN !== '1' && esr.PosA.length > 0) equal('positions', positions, total);
  if (esr.PayA.length > 0) equal('payments', sum(esr.PayA), total);
  if (esr.TaxA.length > 0) {
    equal('taxes', sum(esr.TaxA), total);
    if (esr.PosA.some((p) => p._ !== 'Lin'))
      equal('positions by tax group', positions, sum(esr.TaxA, esr.TaxN === '1' ? 'Net' : 'Amt'));
  }
  equal('positions after modifiers', BigInt(amounts.reduce((a, b) => a + b, 0)), positions);
  esr.TaxA.forEach((t) => equal(`tax ${t.TaxG}`, cents(t.Net) + cents(t.TAmt), cents(t.Amt)));
  return found;
}

/** Written and read again, a record must say the same. */
function roundTrip(tra: Tra, format: Format, digits: number): string[] {
  const text = writeRecord('Tra', tra, format);
  const headers = { 'content-type': format === 'xml' ? 'text/xml' : 'application/json' };
  const body = readBody({ body: Buffer.from(text), headers } as unknown as Request);
  if ('issue' in body) return [`${format} round trip: ${body.issue.text}`];
  const again = readTra(body.tree, { currencyDigits: digits, fields: ALL_FIELDS });
  if (!again.tra) return [`${format} round trip: ${again.issues.map((i) => i.text).join('; ')}`];
  const place = difference(tra, format === 'xml' ? sayable(again.tra) : again.tra, 'Tra');
  return place === null ? [] : [`${format} round trip: ${place}`];
}

/** The first place where two records differ, null when they say the same. */
function difference(a: unknown, b: unknown, place: string): string | null {
  if (a === b) return null;
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    for (const [i, item] of a.entries()) {
      const found = difference(item, b[i], `${place}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isGroup(a) && isGroup(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = difference(a[name], b[name], `${place}.${name}`);
      if (found !== null) return found;
    }
    return null;
  }
  return `${place}: ${JSON.stringify(a)?.slice(0, 200)} became ${JSON.stringify(b)?.slice(0, 200)}`;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
