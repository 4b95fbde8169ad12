/**
 * A tax inspector: checks the documents of a journal by the words of the law
 * (Despacho 8632/2014; Portaria 195/2020), without any code of the program.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { SigningKey } from '../../contract/services.ts';

/** Fields of a QR code by name. */
export function readQr(record: JournalRecord): Record<string, string> {
  const fields = String(record.Fis?.Code).split('*');
  return Object.fromEntries(fields.map((f) => [f.slice(0, f.indexOf(':')), f.slice(f.indexOf(':') + 1)]));
}

/** Value of a tag to be printed. */
export function tagOf(record: JournalRecord, name: string): string | undefined {
  return record.Fis?.Tag?.find((t) => t.Name === name)?.Value;
}

/** Type and series of a document: `FS 1_1.26`. */
function seriesOfDocument(record: JournalRecord): string {
  return record.ESR!.FN!.split('/')[0]!;
}

const UNSIGNED = /^(RC|RG) /;
/** The schema's pattern. */
const HASH_CONTROL = /^(\d+|\d+-[A-Z]{2}M [^/^ ]+\/\d+|\d+-[A-Z]{2}D [^ ]+ [^/^ ]+\/\d+)$/;
const MAX_CONTROL = 70;

/** Everything an inspector objects to. */
export function complaintsAbout(
  records: readonly JournalRecord[],
  keys: ReadonlyMap<number, SigningKey>,
): string[] {
  const documents = records.filter((r) => r._ === 'Tra' && r.ESR?.FN !== undefined);
  const series = new Map<string, JournalRecord[]>();
  for (const d of documents) series.set(seriesOfDocument(d), [...(series.get(seriesOfDocument(d)) ?? []), d]);
  // Made-up codes are short: in a test two of them may be the same.
  const real = [...series.values()].filter(([first]) => first!.Fis?.PT_Test === undefined);
  const codes = real.map(([first]) => codeOf(first!));
  return [
    ...[...series].flatMap(([id, all]) => aboutSeries(id, all, keys)),
    ...documents.flatMap(aboutDocument),
    ...codes.filter((c, i) => codes.indexOf(c) !== i).map((c) => `two series have the code ${c}`),
  ];
}

function aboutSeries(
  id: string,
  documents: JournalRecord[],
  keys: ReadonlyMap<number, SigningKey>,
): string[] {
  const found: string[] = [];
  const isRecovery = /(M|MD)$/.test(id);
  let hash = '';
  documents.forEach((document, i) => {
    const { ESR, Fis } = document;
    const say = (text: string) => found.push(`${ESR!.FN}: ${text}`);
    const before = documents[i - 1];
    if (ESR!.FN !== `${id}/${i + 1}`) say(`number ${i + 1} was expected`);
    if (codeOf(document) !== codeOf(documents[0]!)) say('another validation code');
    if (Fis!.PT_Test !== documents[0]!.Fis!.PT_Test) say('tests and real documents are mixed');
    if (before && !isRecovery && ESR!.D!.slice(0, 10) < before.ESR!.D!.slice(0, 10))
      say('its date goes back');
    if (before && entryOf(document) < entryOf(before)) say('its entry time goes back');
    if (UNSIGNED.test(id)) {
      if (Fis!.PT_Hash !== undefined || Fis!.PT_HashControl !== undefined) say('is signed');
      return;
    }
    const version = Number(/^\d+/.exec(String(Fis!.PT_HashControl))?.[0]);
    const key = keys.get(version);
    const text = `${ESR!.D!.slice(0, 10)};${entryOf(document)};${ESR!.FN};${ESR!.T!.replace('-', '')};${hash}`;
    hash = String(Fis!.PT_Hash);
    const signature = Buffer.from(hash, 'base64');
    if (hash.length !== 172) say('a hash has 172 characters');
    if (!key || !verify('RSA-SHA1', Buffer.from(text), createPublicKey(key.privateKey), signature))
      say('the signature is wrong');
  });
  return found;
}

function aboutDocument(document: JournalRecord): string[] {
  const found: string[] = [];
  const { ESR, Fis } = document;
  const check = (holds: boolean, text: string) => {
    if (!holds) found.push(`${ESR!.FN}: ${text}`);
  };
  const [id, number] = ESR!.FN!.split('/') as [string, string];
  const qr = readQr(document);
  const hash = Fis!.PT_Hash as string | undefined;
  const characters = hash === undefined ? '0' : [0, 10, 20, 30].map((i) => hash[i]).join('');
  check(ESR!.FN!.length <= 60 && /^[^ ]+ [^/^ ]+\/[0-9]+$/.test(ESR!.FN!), 'number of a wrong shape');
  check(isSeriesName(id.slice(3)), 'series name that the authority does not take');
  check(tagOf(document, 'ATCUD') === `${codeOf(document)}-${number}`, 'ATCUD does not end with the number');
  check(codeOf(document).length >= 8, 'validation code is too short');
  check(qr.D === id.slice(0, 2) && qr.G === ESR!.FN, 'QR code names another document');
  check(qr.H === tagOf(document, 'ATCUD'), 'QR code has another ATCUD');
  check(qr.F === ESR!.D!.slice(0, 10).replaceAll('-', ''), 'QR code has another date');
  check(qr.O === ESR!.T!.replace('-', ''), 'QR code has another total');
  check(qr.Q === characters, 'QR code has other characters');
  const legend = hash === undefined ? 'Emitido' : `${characters}-Processado`;
  check(
    tagOf(document, 'Certification')?.startsWith(`${legend} por programa certificado n.º `) === true,
    'wrong legend',
  );
  check(sumsFit(qr), 'sums of the QR code do not fit');
  if (hash !== undefined) {
    const control = String(Fis!.PT_HashControl);
    check(HASH_CONTROL.test(control) && control.length <= MAX_CONTROL, 'HashControl breaks the schema');
  }
  return found;
}

/** N is the tax, O is the sum of all bases and the tax; without rates (`I1:0`) there is nothing to add up. */
function sumsFit(qr: Record<string, string>): boolean {
  const cents = (name: string) => Math.round(Number(qr[name] ?? '0') * 100);
  const sum = (fields: string[]) => fields.reduce((s, f) => s + cents(f), 0);
  const spaces = ['I', 'J', 'K'];
  const tax = sum(spaces.flatMap((s) => [`${s}4`, `${s}6`, `${s}8`])) + cents('M');
  const bases = sum(spaces.flatMap((s) => [`${s}2`, `${s}3`, `${s}5`, `${s}7`])) + cents('L');
  return tax === cents('N') && (qr.I1 === '0' || bases + tax === cents('O'));
}

function isSeriesName(name: string): boolean {
  return name.length <= 35 && /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(name);
}

function codeOf(document: JournalRecord): string {
  return tagOf(document, 'ATCUD')?.split('-')[0] ?? '';
}

function entryOf(document: JournalRecord): string {
  return String(document.Fis?.PT_SystemEntryDate);
}
