/** A German register with its journal, as exports see it: for tests of exports, without devices. */
import { createHash, X509Certificate } from 'node:crypto';
import { certifiedKey } from '../../../../certificates/write.ts';
import type { Cfg } from '../../../../receipt/cfg.ts';
import { complete, type Completed } from '../../../../receipt/complete.ts';
import type { Json } from '../../../../receipt/json.ts';
import { minor } from '../../../../receipt/money.ts';
import type { CompleteEsr, Esr, JournalRecord, Payment } from '../../../../receipt/tra.ts';
import type { ExportSource } from '../../../contract/exports.ts';
import type { TseIdentity } from '../../../contract/tse.ts';
import { PAYMENT_GROUPS } from '../../business-case.ts';
import { closingEntry } from '../../closings.ts';
import {
  keptOf,
  LAST_Z,
  PERIOD,
  tseKey,
  type KeptClosing,
  type KeptProcess,
  type KeptReference,
  type Period,
} from '../../kept.ts';
import { processOf } from '../../kind.ts';
import { ABORTED } from '../../process-data.ts';
import { rulesOn } from '../../taxes.ts';
import { dsfinvk } from '../export.ts';

/** Company, place and devices of the till. */
export const CFG: Cfg = {
  Cmp: {
    Nam: 'Muster GmbH',
    Adr: 'Hauptstraße',
    AdrNr: '1',
    Zip: '10115',
    City: 'Berlin',
    Ctry: 'DE',
    TaxId: 'DE123456789',
    TIN: '37/123/45678',
  },
  Loc: { TL: '1', Nam: 'Filiale Mitte', Adr: 'Marktplatz 2', Zip: '10117', City: 'Berlin', Ctry: 'DE' },
  Trm: { TT: '1', HW: 'Muster', HWModel: 'Kasse 7', Serial: 'TESTKASSE01', SW: 'POS', SWVersion: '1.2' },
  Dev: [{ Id: 'HH1', HW: 'Muster', HWModel: 'Mobil', Serial: 'M-1', SW: 'POS', SWVersion: '1.2' }],
  DE_Agentur: [
    {
      Id: '3',
      Nam: 'Fremd & Co',
      Adr: 'Weg 3',
      Zip: '20095',
      City: 'Hamburg',
      Ctry: 'DE',
      TaxId: 'DE987654321',
    },
  ],
};

/** What becomes of a record otherwise than usual. */
export interface Happening {
  /** Why the TSE did not sign. */
  failure?: string;
  references?: KeptReference[];
  /** Local time when it began. */
  begin?: string;
}

/** The register. */
export class Till {
  readonly records: JournalRecord[] = [];
  readonly state = new Map<string, Json>();
  readonly rn: string;
  readonly client: string;
  cfg: Cfg = CFG;
  /** Local time, seconds since 1970 as if it were UTC. */
  seconds: number;
  private tse = 0;
  private counter = 0;
  private transaction = 0;
  private numbers = 0;

  constructor({ client = 'TESTKASSE01', from = '2026-03-02T08:00:00', rn = 'def' } = {}) {
    this.client = client;
    this.rn = rn;
    this.seconds = Date.parse(`${from}Z`) / 1000;
  }

  /** Local time. */
  get now(): string {
    return new Date(this.seconds * 1000).toISOString().slice(0, 19);
  }

  /** Registers a receipt; throws for one that a register would refuse. */
  register(sent: Esr, happening: Happening = {}): JournalRecord {
    this.seconds += 30;
    const { esr, issues } = this.completed({ TN: String(++this.numbers), Opr: '7', OprN: 'Ada', ...sent });
    if (issues.length > 0) throw new Error(issues.map(({ path, text }) => `${path} ${text}`).join('; '));
    const process = processOf(esr);
    if (!process) return this.add('Tra', esr);
    const { bon, name, type, data } = process;
    return this.add(
      'Tra',
      esr,
      this.process(
        { Bon: bon, ...(name !== undefined && { BonName: name }), Type: type, Data: data },
        happening,
      ),
    );
  }

  /** Number of the closing that a record belongs to. */
  closingOf(sq: number): number {
    return keptOf(this.records[sq - 1]!).Process!.Z;
  }

  /** A process that was begun and became nothing. @param sent what the till says of it, as it is: nothing checks it */
  abort(sent: Esr = {}): JournalRecord {
    this.seconds += 30;
    const process = this.process({ Bon: 'AVBelegabbruch', Type: 'Kassenbeleg-V1', Data: ABORTED }, {});
    return this.add('TraV', { TL: '1', TT: '1', Opr: '7', ...sent }, process);
  }

  /** Closes the period. */
  close(): JournalRecord {
    const record = this.register({ NFS: 'Z' });
    const period = this.state.get(PERIOD) as unknown as Period;
    const identities = Object.fromEntries(
      period.tses.map((serial) => [serial, this.state.get(tseKey(serial)) as unknown as TseIdentity]),
    );
    const closing: KeptClosing = { ...period, last: { SQ: record.SQ, D: this.now }, identities };
    record.Kept = { ...(record.Kept as object), Closing: closing as unknown as Json };
    this.change({ ...closingEntry(closing), [PERIOD]: null, [LAST_Z]: period.Nr });
    return record;
  }

  /** From now on another TSE signs. */
  swapTse(): void {
    this.tse++;
    this.counter = 0;
    this.transaction = 0;
  }

  /** The journal as an export reads it. */
  source(asked: { from: string; till: string; open?: boolean }, pageSize = 50): ExportSource {
    const { records, state, rn, cfg } = this;
    const range = dsfinvk.records!(state, { open: false, ...asked, lastSq: records.length });
    return {
      ...{ rn, cfg, state },
      async *pages() {
        const wanted = range ? records.slice(range.first - 1, range.last) : [];
        for (let i = 0; i < wanted.length; i += pageSize) yield wanted.slice(i, i + pageSize);
      },
      record: (sq) => Promise.resolve(records[sq - 1] ?? null),
      voidOf: () => Promise.resolve(null),
    };
  }

  /** A receipt without payments is paid as `pay` says. */
  pay: (total: number) => Payment[] = () => [];

  private completed(sent: Esr): Completed {
    const context = {
      ...{ now: this.now, currencyDigits: 2, TL: '1', TT: '1', maxDaysOff: 7, maxMinutesAhead: 15 },
      ...{
        taxes: rulesOn(this.now.slice(0, 10)),
        paymentGroups: PAYMENT_GROUPS,
        mandatory: new Set<never>(),
      },
    };
    if (sent.PayA || !sent.PosA || sent.NFS === 'order') return complete(sent, context);
    const first = complete(sent, { ...context, unpaid: true });
    if (first.issues.length > 0) return first;
    const { esr } = first;
    return complete({ ...sent, PayA: this.pay(minor(esr.T, 2)) }, context);
  }

  private process(
    what: Pick<KeptProcess, 'Bon' | 'BonName' | 'Type' | 'Data'>,
    happening: Happening,
  ): KeptProcess {
    const { failure, references, begin = this.now } = happening;
    const identity = identityOf(this.tse);
    const period = this.periodWith(failure === undefined ? identity.serial : null);
    this.change({
      [PERIOD]: period as unknown as Json,
      [tseKey(identity.serial)]: identity as unknown as Json,
    });
    const utc = (local: string) =>
      `${new Date(Date.parse(`${local}+01:00`)).toISOString().slice(0, 19)}.000Z`;
    this.counter += 2;
    return {
      ...{ Z: period.Nr, ...what, Client: this.client, Begin: begin, End: this.now },
      ...(failure === undefined
        ? {
            Tse: {
              ...{ Serial: identity.serial, TID: ++this.transaction, Start: utc(begin), End: utc(this.now) },
              ...{
                Counter: this.counter,
                Signature: Buffer.from(`signature ${this.counter}`).toString('base64'),
              },
            },
          }
        : { Failure: failure }),
      ...(references && { References: references }),
    };
  }

  private periodWith(serial: string | null): Period {
    const open = this.state.get(PERIOD) as unknown as Period | null | undefined;
    const { Cmp, Loc, Trm, Dev, DE_Agentur } = this.cfg;
    const masters = {
      Cmp,
      Loc,
      Trm,
      Dev,
      DE_Agentur,
      Software: { product: 'Tillmark', version: '3' },
    } as Period['masters'];
    const Nr = Number(this.state.get(LAST_Z) ?? 0) + 1;
    const first = { SQ: this.records.length + 1, D: this.now };
    const period = open ?? { Nr, first, days: [], Client: this.client, masters, tses: [] };
    const isNew = serial !== null && !period.tses.includes(serial);
    return { ...period, tses: isNew ? [...period.tses, serial] : period.tses };
  }

  private add(type: string, esr: Esr | CompleteEsr, process?: KeptProcess): JournalRecord {
    const record: JournalRecord = {
      ...{ _: type, SQ: this.records.length + 1, RN: this.rn, D: this.now, ESR: { D: this.now, ...esr } },
      ...(process && { Kept: { Process: process as unknown as Json } }),
    };
    this.records.push(record);
    return record;
  }

  private change(changes: Record<string, Json>): void {
    for (const [key, value] of Object.entries(changes)) this.state.set(key, value);
  }
}

const IDENTITIES: TseIdentity[] = [];
const VALID = { from: Date.UTC(2025, 11, 1), till: Date.UTC(2031, 0, 1) };
const POINT_BYTES = 65;

/** The same TSEs in all tests of a file. */
function identityOf(number: number): TseIdentity {
  return (IDENTITIES[number] ??= newIdentity(number));
}

function newIdentity(number: number): TseIdentity {
  const { certificate } = certifiedKey({ subject: `TSE ${number}`, purpose: 'signing', ...VALID });
  const { raw, publicKey } = new X509Certificate(certificate);
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES);
  return {
    serial: createHash('sha256').update(point).digest('hex'),
    publicKey: point.toString('base64'),
    ...{ algorithm: 'ecdsa-plain-SHA256', timeFormat: 'unixTime', encoding: 'UTF-8' },
    certificates: [raw.toString('base64')],
  };
}
