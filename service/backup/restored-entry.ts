/**
 * The last record of a restored register: it says where the records before it come
 * from, and carries what the country makes of it, so that no number can be given
 * before that is known.
 */
import path from 'node:path';
import { localTime } from '../clock.ts';
import type { CountryServices } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import { countryOf } from '../countries/list.ts';
import type { Entry } from '../journal/row.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { newRecord } from '../register/receipt-record.ts';
import type { Chain } from './chain.ts';
import type { Doubts } from './doubts.ts';

/** What the records of a register leave behind, as far as they were read. */
export class Outcome implements State {
  private readonly state = new Map<string, Json>();
  /** The configuration in force, null before the first one. */
  cfg: Cfg | null = null;

  /** Takes the next record. */
  take({ record, changes }: Entry): void {
    for (const [key, value] of Object.entries(changes)) this.state.set(key, value);
    if (record._ === 'Cfg') this.cfg = record.Cfg as Cfg;
  }

  get(key: string): Json | undefined {
    return this.state.get(key);
  }

  keys(): Iterable<string> {
    return this.state.keys();
  }
}

/**
 * The record that ends the restore of a chain.
 * @param doubts what a manager has confirmed: it is journaled
 */
export function restoredEntry(
  chain: Chain,
  outcome: Outcome,
  doubts: Doubts | null,
  services: CountryServices,
): Entry {
  const now = localTime(services.clock.now());
  const newest = chain.backups.at(-1)!;
  const { cfg } = outcome;
  const national = cfg && countryOf(cfg.Cmp.Ctry).restored?.(outcome, { ...services, cfg, now });
  const record: JournalRecord = newRecord(
    { _: 'log', SQ: chain.records + 1, RN: chain.rn, D: now },
    {
      Event: 'restored',
      Backup: path.basename(newest.file),
      Made: newest.manifest.created,
      LastSQ: String(chain.records),
      ...(doubts && confirmation(doubts)),
      ...national?.details,
    },
    {},
  );
  return { record, sums: null, changes: national?.changes ?? {} };
}

function confirmation({ Signers, Unsigned, Keys, Findings }: Doubts): Record<string, string> {
  const values = {
    Signers: Signers.map(({ Fingerprint }) => Fingerprint).join(', '),
    Unsigned: String(Unsigned.length),
    Keys: Keys.join(', '),
    Findings: String(Findings),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== '0'));
}
