import { createPublicKey, verify } from 'node:crypto';
import { type Answer, type JsonTag, tagText } from './answer.ts';

/** A record of the journal as GET /find shows it; only what is looked at here. */
export interface JournalRecord {
  _: string;
  SQ: number;
  ESR?: { D?: string; TL?: string; TT?: string; TN?: string; T?: string; FN?: string };
  Fis?: { Code?: string; Tag?: JsonTag[]; PT_Hash?: string; PT_SystemEntryDate?: string };
}

/** What was looked at, and everything that is not as it must be. */
export interface Findings {
  records: number;
  series: number;
  signatures: number;
  violations: string[];
}

/**
 * Checks a whole Portuguese journal: numbers without gaps, no receipt twice,
 * every signature on its predecessor, every answer kept as it was given.
 */
export function verifyJournal(records: JournalRecord[], answers: Answer[], publicKeyPem: string): Findings {
  const receipts = records.filter((record) => record._ === 'Tra');
  const chains = bySeries(receipts);
  const violations = [
    ...gapsOfSequence(records),
    ...repeatedNumbers(receipts),
    ...lostAnswers(records, answers),
    ...[...chains].flatMap(([series, members]) => gapsOfSeries(series, members)),
    ...[...chains.values()].flatMap((members) => brokenSignatures(members, publicKeyPem)),
  ];
  return { records: records.length, series: chains.size, signatures: receipts.length, violations };
}

function gapsOfSequence(records: JournalRecord[]): string[] {
  return records.flatMap(({ SQ }, index) =>
    SQ === index + 1 ? [] : [`SQ ${SQ} stands where SQ ${index + 1} belongs`],
  );
}

function repeatedNumbers(receipts: JournalRecord[]): string[] {
  const seen = new Map<string, number>();
  return receipts.flatMap(({ SQ, ESR }) => {
    const number = `${ESR?.TL ?? ''}/${ESR?.TT ?? ''}/${ESR?.TN ?? ''}`;
    const earlier = seen.get(number);
    seen.set(number, SQ);
    return earlier === undefined ? [] : [`receipt ${number} is kept twice: SQ ${earlier} and SQ ${SQ}`];
  });
}

function lostAnswers(records: JournalRecord[], answers: Answer[]): string[] {
  const bySq = new Map(records.map((record) => [record.SQ, record]));
  return answers.flatMap((answer) => {
    const record = bySq.get(answer.sq);
    if (record === undefined)
      return [`SQ ${answer.sq} (${answer.fn}) was answered and is not in the journal`];
    const kept = {
      TN: record.ESR?.TN,
      FN: record.ESR?.FN,
      Code: record.Fis?.Code,
      Tag: (record.Fis?.Tag ?? []).map(tagText).join(' '),
    };
    const given = { TN: answer.tn, FN: answer.fn, Code: answer.code, Tag: answer.tags.join(' ') };
    return (Object.keys(given) as (keyof typeof given)[])
      .filter((name) => given[name] === '' || given[name] !== kept[name])
      .map((name) => `SQ ${answer.sq}: ${name} was answered "${given[name]}", kept is "${kept[name]}"`);
  });
}

const seriesOf = (fn: string): string => fn.slice(0, fn.lastIndexOf('/'));

function bySeries(receipts: JournalRecord[]): Map<string, JournalRecord[]> {
  return Map.groupBy(receipts, (record) => seriesOf(record.ESR?.FN ?? ''));
}

function gapsOfSeries(series: string, members: JournalRecord[]): string[] {
  return members.flatMap(({ SQ, ESR }, index) => {
    const expected = `${series}/${index + 1}`;
    return ESR?.FN === expected ? [] : [`SQ ${SQ} has FN "${ESR?.FN}" where "${expected}" belongs`];
  });
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

function brokenSignatures(members: JournalRecord[], publicKeyPem: string): string[] {
  const key = createPublicKey(publicKeyPem);
  return members.flatMap((record, index) => {
    const hash = record.Fis?.PT_Hash ?? '';
    const text = signedText(record, members[index - 1]?.Fis?.PT_Hash ?? '');
    if (!verify('sha1', Buffer.from(text), key, Buffer.from(hash, 'base64'))) {
      return [`SQ ${record.SQ}: the signature does not fit "${text}"`];
    }
    // The QR code carries four characters of the signature that is kept.
    const characters = [0, 10, 20, 30].map((place) => hash[place]).join('');
    return record.Fis?.Code?.includes(`*Q:${characters}*`)
      ? []
      : [`SQ ${record.SQ}: the QR code does not carry ${characters}`];
  });
}
