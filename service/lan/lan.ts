/**
 * The network of the shop's tills (doc 2, /control/lan and /tra): machines with the
 * same secret find each other by calling out, and ask each other for receipts.
 */
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { configuredTerminal } from '../receipt/cfg.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type {
  CompanyReceipt,
  MarkedReceipt,
  Marking,
  OtherMachines,
} from '../register/voids/void-elsewhere.ts';
import type { LanOverview, LanRegister } from '../wire.ts';
import { answerCompanyKey, askCompanyKey } from './company-key.ts';
import { CompanyExports, type MachineState } from './company-exports.ts';
import { keyOf } from './datagram.ts';
import { Exchange, type Answer, type Received } from './exchange.ts';
import { isFrom, readMachine, told, type Machine } from './machine.ts';
import type { Neighbour, Neighbours } from './neighbours.ts';
import {
  findReceipt,
  markReceipt,
  readMark,
  readMarkRequest,
  readRecord,
  readSought,
  type MarkRequest,
  type OwnReceipts,
  type Sought,
} from './receipts.ts';
import { openUdp, ownAddresses, type UdpSocket } from './udp.ts';

/** What the network is made of. */
export interface LanParts {
  /** Instance id of this installation. */
  instance: string;
  /** Host name. */
  name: string;
  version: string;
  /** Where the web server of this machine listens; null as long as it does not. */
  server: () => { url: string; port: number } | null;
  /** The shop's secret; null while the network is off. */
  secret: () => string | null;
  neighbours: Neighbours;
  own: OwnReceipts;
  /** The key by which a company seals its records, by its id; null where it is not here. */
  companyKey?: (id: string) => string | null;
  clock: Clock;
  log: Log;
  /** Opens the socket; tests give their own. */
  udp?: typeof openUdp;
  /** The IPv4 addresses of this machine; tests give their own. */
  addresses?: () => string[];
}

/** Whoever is there answers a call within this time. */
const CALL_MS = 500;
/** What was answered to a call counts this long (doc 2). */
const FRESH_MS = 60_000;
/** How long a search may take, the call included. */
const SEARCH_MS = 2000;
/** Time for those who number the terminal, before the others are asked. */
const FIRST_MS = 1000;
/** Machines that were complained about. */
const MOST_WARNED = 1000;
/** Another machine's register may be signing a receipt meanwhile. */
const MARK_MS = 3000;

/** A search and who may have what was not found, because they did not answer. */
interface Search {
  found: { from: string; record: JournalRecord } | null;
  silent: Neighbour[];
}

/** The tills of the shop as this machine sees them. */
export class Lan implements OtherMachines {
  /** Exports across the machines. */
  readonly exports: CompanyExports;
  private readonly parts: LanParts;
  private readonly exchange: Exchange;
  private socket: UdpSocket | null = null;
  private key: { secret: string; key: Buffer } | null = null;
  /** Instance ids of those who answered the last call, or called since. */
  private readonly online = new Set<string>();
  /** Whose messages came from elsewhere. */
  private readonly warned = new Set<string>();
  private calledAt = -Infinity;
  private calling: Promise<void> | null = null;

  constructor(parts: LanParts) {
    this.parts = parts;
    this.exchange = new Exchange({
      ...parts,
      key: () => this.keyNow(),
      send: (datagram, to) => this.socket?.send(datagram, to),
      answer: (question) => this.answer(question),
    });
    this.exports = new CompanyExports({
      ...parts,
      key: () => (this.isOn ? this.keyNow() : null),
      machines: () => this.machines(),
    });
  }

  /** Opens the socket and calls out, if the shop has a secret. Never rejects: tills sell without neighbours. */
  async start(): Promise<void> {
    if (this.parts.secret() === null) return;
    const { log, server, udp = openUdp } = this.parts;
    const port = server()?.port;
    if (port === undefined) return;
    try {
      this.socket = await udp(port, (datagram, from) => void this.exchange.receive(datagram, from), log);
    } catch (error) {
      log.warn(`LAN: the tills of the shop cannot be found, UDP port ${port}: ${(error as Error).message}`);
      return;
    }
    log.info(`LAN: looking for the tills of the shop on UDP port ${port}`);
    void this.call();
  }

  /** Closes the socket. */
  async stop(): Promise<void> {
    const { socket } = this;
    this.socket = null;
    await this.calling;
    await socket?.close();
    await this.parts.neighbours.idle();
  }

  /** Whether other machines are looked for. */
  get state(): LanOverview['State'] {
    if (this.parts.secret() === null) return 'off';
    return this.socket === null ? 'closed' : 'on';
  }

  /** All registers of the shop, those of this machine first. */
  async list(): Promise<LanRegister[]> {
    const own = shown(await this.machine(), this.parts.server()?.url ?? '', 'online');
    const others = ((await this.machines()) ?? []).flatMap(
      ({ neighbour: { peer, machine, seen }, isOnline }) => {
        const at = `${machine.scheme}://${peer.address}:${machine.port}`;
        return shown(machine, at, isOnline ? 'online' : 'offline', seen);
      },
    );
    return [...own, ...others];
  }

  /** A transaction that another machine has; null when none that answers in time has it. */
  async transaction(sought: Sought): Promise<JournalRecord | null> {
    return this.isOn ? ((await this.search(sought)).found?.record ?? null) : null;
  }

  /** The key that seals a company's records, as another machine has it; null when none that answers has it. */
  async companyKey(id: string): Promise<string | null> {
    const machines = (await this.machines()) ?? [];
    const peers = machines.filter(({ isOnline }) => isOnline).map(({ neighbour }) => neighbour.peer);
    return askCompanyKey(this.exchange, peers, id);
  }

  /** Finds a receipt of another machine and has it marked as voided. */
  async markVoided(
    receipt: CompanyReceipt,
    rn: string,
    begin: (found: MarkedReceipt) => Promise<boolean>,
  ): Promise<Marking> {
    if (!this.isOn) return { outcome: 'none' };
    const { found, silent } = await this.search({ ...receipt });
    if (!found) return { outcome: silent.length > 0 ? 'silent' : 'none' };
    const { from, record } = found;
    const owner = this.parts.neighbours.all(this.parts.clock.now()).find(({ instance }) => instance === from);
    if (!owner) return { outcome: 'silent' };
    const receiptThere = { instance: from, name: owner.machine.name, record };
    if (!(await begin(receiptThere))) return { outcome: 'unasked' };
    const body: MarkRequest = { instance: from, RN: record.RN, SQ: record.SQ, by: rn };
    const ofOwner = (answers: readonly Received[]) => answers.filter((answer) => answer.from === from);
    const answers = await this.exchange.ask('mark', body, [owner.peer], {
      ms: MARK_MS,
      enough: (so) => ofOwner(so).length > 0,
    });
    const [answer] = ofOwner(answers);
    const mark = answer?.kind === 'marked' ? readMark(answer.body) : null;
    if (mark === 'ok') return { marked: receiptThere };
    return { outcome: mark === 'already' || mark === 'refused' ? mark : 'silent' };
  }

  private get isOn(): boolean {
    return this.socket !== null && this.parts.secret() !== null;
  }

  /** The other machines of the shop; null while the network is off. */
  private async machines(): Promise<MachineState[] | null> {
    if (!this.isOn) return null;
    await this.callIfOld();
    const all = this.parts.neighbours.all(this.parts.clock.now());
    return all.map((neighbour) => ({ neighbour, isOnline: this.online.has(neighbour.instance) }));
  }

  private keyNow(): Buffer | null {
    const secret = this.parts.secret();
    if (secret === null) return null;
    if (this.key?.secret !== secret) this.key = { secret, key: keyOf(secret) };
    return this.key.key;
  }

  private async callIfOld(): Promise<void> {
    if (this.parts.clock.now() - this.calledAt >= FRESH_MS) await this.call();
    else await this.calling;
  }

  /** Calls out to all and notes who answers; several who want it share one call. */
  private call(): Promise<void> {
    this.calling ??= this.callOut().finally(() => (this.calling = null));
    return this.calling;
  }

  private async callOut(): Promise<void> {
    this.calledAt = this.parts.clock.now();
    const body = told(await this.machine());
    const before = new Set(this.online);
    const answers = await this.exchange.ask('hello', body, 'all', { ms: CALL_MS });
    const here = answers.filter((answer) => answer.kind === 'here' && this.note(answer));
    const answered = new Set(here.map(({ from }) => from));
    // Who called meanwhile is there, too.
    for (const instance of before) if (!answered.has(instance)) this.online.delete(instance);
  }

  private note({ from, peer, body }: Received): boolean {
    const machine = readMachine(body);
    if (!machine) return false;
    if (!isFrom(machine, peer)) {
      this.warn(from, `${machine.name} (${machine.addresses.join(', ')})`, `${peer.address}:${peer.port}`);
      return false;
    }
    this.parts.neighbours.note(from, peer, machine, this.parts.clock.now());
    this.online.add(from);
    return true;
  }

  /** Once for each machine and place: recorded messages can be repeated as often as anybody likes. */
  private warn(from: string, machine: string, place: string): void {
    const key = `${from} ${place}`;
    if (this.warned.has(key) || this.warned.size >= MOST_WARNED) return;
    this.warned.add(key);
    this.parts.log.warn(`LAN: a message of ${machine} came from ${place} and does not count`);
  }

  private async answer(question: Received): Promise<Answer | null> {
    const { own, instance } = this.parts;
    const { kind, body } = question;
    if (kind === 'hello') {
      return this.note(question) ? { kind: 'here', body: told(await this.machine()) } : null;
    }
    if (kind === 'tra') {
      const sought = readSought(body);
      return sought && { kind: 'record', body: { record: await findReceipt(own, sought) } };
    }
    if (kind === 'mark') {
      const wish = readMarkRequest(body);
      if (wish?.instance !== instance) return null;
      return { kind: 'marked', body: { mark: await markReceipt(own, wish, question.from) } };
    }
    return answerCompanyKey(question, (id) => this.parts.companyKey?.(id) ?? null);
  }

  /** Asks those who number the terminal first, then all others. */
  private async search(sought: Sought): Promise<Search> {
    const start = performance.now();
    await this.callIfOld();
    const all = this.parts.neighbours.all(this.parts.clock.now());
    const there = all.filter(({ instance }) => this.online.has(instance));
    const likely = there.filter((one) => mayHave(one, sought));
    const others = there.filter((one) => !likely.includes(one));
    const answered = new Set<string>();
    for (const group of [likely, others]) {
      const left = SEARCH_MS - (performance.now() - start);
      if (group.length === 0 || left <= 0) continue;
      const isLast = group === others || others.length === 0;
      const answers = await this.exchange.ask(
        'tra',
        sought,
        group.map(({ peer }) => peer),
        {
          ms: isLast ? left : Math.min(left, FIRST_MS),
          enough: (so) => so.length >= group.length || so.some((answer) => recordOf(answer, sought) !== null),
        },
      );
      for (const answer of answers) {
        answered.add(answer.from);
        const record = recordOf(answer, sought);
        if (record) return { found: { from: answer.from, record }, silent: [] };
      }
    }
    return { found: null, silent: all.filter((one) => !answered.has(one.instance) && mayHave(one, sought)) };
  }

  private async machine(): Promise<Machine> {
    const { name, version, server, own, addresses = ownAddresses } = this.parts;
    const { url = 'http:', port = 0 } = server() ?? {};
    const registers = await Promise.all(own.registers.names.map((rn) => own.registers.find(rn)));
    return {
      ...{ name, version, port, scheme: url.startsWith('https:') ? 'https' : 'http' },
      addresses: addresses(),
      registers: registers.flatMap((register) => {
        if (!register?.cfg) return [];
        const { TaxId, Ctry } = register.cfg.Cmp;
        return [{ RN: register.rn, TaxId, Ctry, ...configuredTerminal(register.cfg) }];
      }),
    };
  }
}

function recordOf(answer: Received, sought: Sought): JournalRecord | null {
  return answer.kind === 'record' ? readRecord(answer.body, sought) : null;
}

/** A machine with a register of the company, for this terminal unless a fiscal number is looked for. */
function mayHave({ machine }: Neighbour, { TaxId, FN, TL, TT }: Sought): boolean {
  return machine.registers.some((register) => {
    const isCompany = TaxId === undefined || sameTaxId(register.TaxId, TaxId, register.Ctry);
    return isCompany && (FN !== undefined || (register.TL === TL && register.TT === TT));
  });
}

function shown(machine: Machine, Url: string, state: LanRegister['state'], Seen?: string): LanRegister[] {
  const { name: Name, version: Version } = machine;
  return machine.registers.map(({ RN, TaxId, TL, TT, Ctry }) => {
    return { RN, TaxId, TL, TT, Ctry, Name, Url, Version, state, ...(Seen !== undefined && { Seen }) };
  });
}
