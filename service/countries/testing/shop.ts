/** A shop of one country with its register `def`, as the suite of all countries opens, stops and copies it. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Cfg } from '../../receipt/cfg.ts';
import { parseBody } from '../../receipt/body.ts';
import { readTra } from '../../receipt/read.ts';
import type { JournalRecord, TraC } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { act, runBackground } from '../../register/country-work.ts';
import { refusal } from '../../register/outcomes.ts';
import { registerPosted } from '../../register/posted.ts';
import type { Register } from '../../register/register.ts';
import { Attributes } from '../../settings/attributes.ts';
import { MemoryVault } from '../../testing/country-services.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { saleAsXml } from '../../testing/sale-as-xml.ts';
import { ALL_FIELDS } from '../fields.ts';
import type { Act, CountryExample, Equipment } from './example.ts';

const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;

/** How a receipt is sent. */
export interface Sending {
  /** To /restart. */
  restart?: boolean;
  /** As XML; else as JSON. */
  xml?: boolean;
}

/** A shop. */
export class Shop {
  readonly example: CountryExample;
  readonly clock: ManualClock;
  readonly equipment: Equipment;
  /** The data root. */
  readonly root: string;
  readonly vault: MemoryVault;
  room!: Room;
  register!: Register;

  private constructor(from: Pick<Shop, 'example' | 'clock' | 'equipment' | 'vault' | 'root'>) {
    this.example = from.example;
    this.clock = from.clock;
    this.equipment = from.equipment;
    this.root = from.root;
    this.vault = from.vault;
  }

  /** Opens a shop without registers. */
  static async build(example: CountryExample): Promise<Shop> {
    const clock = new ManualClock(example.now);
    const equipment = (await example.equipment?.(clock)) ?? {};
    const [vault, root] = [new MemoryVault(), await temporaryFolder()];
    const shop = new Shop({ example, clock, equipment, vault, root });
    await shop.start();
    return shop;
  }

  /** Opens a shop whose register sells. */
  static async open(example: CountryExample): Promise<Shop> {
    const shop = await Shop.build(example);
    shop.register = await shop.newRegister('def', example.cfg);
    return shop;
  }

  /** Sets up a register so far that it sells. */
  async newRegister(rn: string, cfg: Cfg): Promise<Register> {
    const { Result } = await this.room.registers.configure(rn, cfg);
    if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
    const register = (await this.room.registers.find(rn))!;
    await this.equipment.setUp?.(this.acting(register));
    return register;
  }

  /** Does actions of a register's page. */
  acting(register: Register): Act {
    return async (action, input = {}) => {
      const outcome = await act(register, action, input);
      if (!outcome || 'issues' in outcome) throw new Error(`${action}: ${JSON.stringify(outcome)}`);
    };
  }

  /** Starts the service on its data root. */
  async start(): Promise<void> {
    const { attributes } = this.equipment;
    this.room = await openRoom(path.join(this.root, 'journal.db'), this.clock, {
      ...{ vault: this.vault, attributes: () => Attributes.parse(attributes?.() ?? '') },
      ...this.equipment.services,
    });
    const register = await this.room.registers.find('def');
    if (register) this.register = register;
  }

  /** Stops the service: all that is not on the disk is forgotten. */
  async stop(): Promise<void> {
    await this.room.close();
  }

  /** Stops the service and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** The same shop on a copy of the data root; this one must be stopped. */
  async copy(): Promise<Shop> {
    const root = await temporaryFolder();
    await fs.cp(this.root, root, { recursive: true });
    const copy = new Shop({ ...this, root });
    await copy.start();
    return copy;
  }

  /** The same shop with an empty data root. */
  async emptied(): Promise<Shop> {
    const empty = new Shop({ ...this, root: await temporaryFolder() });
    await empty.start();
    return empty;
  }

  /** Sends a receipt; the answer. */
  send(esr: Tree, { restart = false, xml = false }: Sending = {}, register = this.register): Promise<TraC> {
    const request = { Tra: { ESR: esr } };
    const body = xml ? saleAsXml(request) : JSON.stringify(request);
    const parsed = parseBody(Buffer.from(body), undefined);
    const { language, currency } = register.country!;
    if ('issue' in parsed) return Promise.resolve(refusal('BAD', [parsed.issue], language));
    const read = readTra(parsed.tree, { currencyDigits: currency.digits, fields: ALL_FIELDS });
    return registerPosted(register, read, { restart, attributes: this.room.services.attributes('def') });
  }

  /** Registers a receipt; its record. Throws when it is refused. */
  async sell(esr: Tree = this.example.receipts.sale, how?: Sending): Promise<JournalRecord> {
    return this.stored(await this.send(esr, how));
  }

  /** Asks for the void of a receipt. */
  attemptVoid({ ESR }: JournalRecord): Promise<TraC> {
    const { TL, TT, TN, D } = ESR!;
    const original = { TL: TL!, TT: TT!, TN: TN!, D: D! };
    return this.register.void({ original, sender: {}, reason: 'mistake', warnings: [] });
  }

  /** Takes a receipt back. Throws when that is refused. */
  async void(record: JournalRecord): Promise<JournalRecord> {
    return this.stored(await this.attemptVoid(record));
  }

  private async stored(answer: TraC): Promise<JournalRecord> {
    if (answer.Result.RC !== 'OK') throw new Error(JSON.stringify(answer.Result));
    return (await this.room.journal.bySq('def', answer.SQ!))!;
  }

  /** One receipt of each kind, one after the other. */
  async sellAllKinds(): Promise<Record<Kind, JournalRecord>> {
    const { receipts } = this.example;
    const sale = await this.sell();
    const twoGroups = await this.sell(receipts.twoGroups);
    const returned = await this.sell(receipts.return(sale));
    const voided = await this.sell();
    return {
      ...{ sale, twoGroups, return: returned, voided, void: await this.void(voided) },
      training: await this.sell(receipts.training),
      zero: await this.sell(receipts.zero),
      nonfiscal: await this.sell(receipts.nonfiscal),
    };
  }

  /** Does what is due: the country's own work, and telling the authority of what waits. */
  async lookAfter(register = this.register): Promise<void> {
    await runBackground(register);
    await register.deliver(NEVER);
    const { delivery } = register.country!;
    if (!delivery || 'deliver' in delivery) return;
    // Such authorities say how often they want to hear: what could not be noted the first time is told minutes later.
    for (let round = 0; round < 3 && register.undelivered > 0; round++) {
      this.clock.advance(MINUTE_MS);
      await register.deliver(NEVER);
    }
  }

  /** Posted receipts, oldest first. */
  async receipts(rn = 'def'): Promise<JournalRecord[]> {
    return (await this.room.records(rn)).filter(({ _, Own }) => _ === 'Tra' && Own === undefined);
  }
}

/** Kinds of receipts that {@link Shop.sellAllKinds} registers. */
export type Kind = 'sale' | 'twoGroups' | 'return' | 'voided' | 'void' | 'training' | 'zero' | 'nonfiscal';
