/** What an inspector finds wrong with the books of a shop. */
import path from 'node:path';
import { auditJournal } from '../../audit/journal.ts';
import type { Report } from '../../audit/report.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { publicKey } from '../../testing/registers.ts';
import type { CountryExample } from './example.ts';
import type { Shop } from './shop.ts';

const PEM = publicKey.export({ type: 'spki', format: 'pem' }) as string;

/** `npm run verify` on the data root of a shop, which may be open. */
export function verified({ root, vault }: Pick<Shop, 'root' | 'vault'>): Promise<Report> {
  return auditJournal(path.join(root, 'journal.db'), {
    ...{ publicKeys: new Map([['test.pem', PEM]]), vault, rn: undefined },
    progress: () => undefined,
  });
}

/** The number that the law knows a receipt by. */
export function numberOf(example: CountryExample, record: JournalRecord): string | undefined {
  return example.numberOf ? example.numberOf(record) : record.ESR?.FN;
}

function usualPlace(number: string): { series: string; number: number } {
  const digits = /\d+$/.exec(number)?.[0] ?? '';
  return { series: number.slice(0, number.length - digits.length), number: Number(digits) };
}

/** Numbers that were given twice, left out, or given in the wrong order. */
function wrongNumbers(example: CountryExample, records: readonly JournalRecord[]): string[] {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  const wrong: string[] = [];
  let isRestored = false;
  const follows = (series: string, number: number) => {
    // What was given between a backup and its restore is in other books.
    const before = last.get(series) ?? (isRestored ? number - 1 : 0);
    if (number !== before + 1) wrong.push(`${series}: ${number} follows ${before}`);
    last.set(series, number);
  };
  for (const record of records) {
    if (record.SQ !== (last.get('SQ') ?? 0) + 1) wrong.push(`SQ ${record.SQ} follows ${last.get('SQ')}`);
    if (record.Event === 'restored') {
      isRestored = true;
      last.clear();
    }
    last.set('SQ', record.SQ);
    const { ESR } = record;
    if (record._ !== 'Tra' || !ESR) continue;
    // A POS may send other numbers than those that the register gives.
    if (/^[1-9]\d*$/.test(ESR.TN!))
      follows(`TN of ${ESR.TL}/${ESR.TT} in ${ESR.D!.slice(0, 4)}`, Number(ESR.TN));
    const number = numberOf(example, record);
    if (number === undefined) continue;
    if (seen.has(number)) wrong.push(`${number} was given twice`);
    seen.add(number);
    const place = (example.placeOf ?? usualPlace)(number);
    if (place) follows(place.series, place.number);
  }
  return wrong;
}

/** Everything that is wrong with the books; the service may be running. */
export async function complaints(shop: Shop): Promise<string[]> {
  const { example, room, equipment } = shop;
  const found: string[] = [];
  for (const rn of room.registers.names) {
    await (await room.registers.find(rn))?.settled();
    for (const text of wrongNumbers(example, await room.records(rn))) found.push(`${rn}: ${text}`);
    const state = (await room.registers.find(rn))!.state;
    const stored = await room.journal.state(rn);
    for (const key of new Set([...state.keys(), ...stored.keys()]))
      if (JSON.stringify(state.get(key)) !== JSON.stringify(stored.get(key)))
        found.push(`${rn}: state ${key} is not what the journal has`);
  }
  const done = equipment.done?.() ?? [];
  for (const name of new Set(done.filter((each, i) => done.indexOf(each) < i)))
    found.push(`the other side has done ${name} more than once`);
  const report = await verified(shop);
  for (const { rn, findings } of report.registers)
    found.push(...findings.map(({ sq, check, text }) => `${rn} ${sq} ${check}: ${text}`));
  return [...found, ...report.database];
}
