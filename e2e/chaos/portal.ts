/** The portal as a process of its own, which dies, wakes up with another clock, and loses its newest data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../build/scripts/programs.ts';
import { root } from '../../build/scripts/root.ts';
import { FaultyDisk } from '../torture/faults/faulty-disk.ts';
import { waitForUrl } from '../torture/service.ts';
import { company } from '../torture/sales.ts';
import { Violation } from '../torture/tally.ts';

const KEY = 'key-of-the-chaos-0123456789012345';

/** A register as the portal tells of it; only what is looked at here. */
export interface ListedRegister {
  registerId: number;
  registerNumber: string;
  nextSq: number;
  follows: { registerId: number; fromSq: number } | null;
  problems: { code: string }[];
}

/** A portal with one company. */
export class PortalProcess {
  /** Null where neither disk nor clock can be spoilt. */
  readonly disk: FaultyDisk | null;
  private readonly folder: string;
  private readonly older: string;
  private child: ChildProcess | null = null;
  private url = '';
  private companyId = 0;

  /**
   * @param folder absolute and without links
   * @param library the compiled shim; empty: without faults
   */
  constructor(folder: string, library: string, random: () => number) {
    this.folder = join(folder, 'portal-root');
    this.older = `${this.folder}.older`;
    mkdirSync(this.folder);
    const beside = join(folder, 'portal-faults');
    mkdirSync(beside);
    this.disk = library === '' ? null : new FaultyDisk(this.folder, beside, library, random);
  }

  /** The database; to be read alone. */
  get database(): string {
    return join(this.folder, 'portal', 'portal.db');
  }

  /** Starts it; it says where it listens. */
  async start(): Promise<string> {
    const child = spawn(process.execPath, [built('portal'), '--data-root', this.folder, '--port', '0'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.disk?.environment, TILLMARK_PORTAL_BOOTSTRAP_KEY: KEY },
    });
    // Nothing may be left behind, however the run ends.
    const endToo = (): void => void child.kill('SIGKILL');
    process.once('exit', endToo);
    child.once('exit', () => process.off('exit', endToo));
    this.child = child;
    this.url = await waitForUrl(child, 120_000);
    return this.url;
  }

  /** As a power failure does. */
  async kill(): Promise<void> {
    const child = this.child!;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Violation(`the portal ended by itself (${child.exitCode ?? child.signalCode})`);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.child = null;
  }

  /** Ends it, also where it has ended. */
  async close(): Promise<void> {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.kill();
    this.disk?.close();
  }

  /** Copies the data of a portal that is dead. */
  copy(): void {
    rmSync(this.older, { recursive: true, force: true });
    cpSync(this.folder, this.older, { recursive: true });
  }

  /** Puts the copy in the place of the newer data of a portal that is dead. */
  putBack(): void {
    rmSync(join(this.folder, 'portal'), { recursive: true });
    cpSync(join(this.older, 'portal'), join(this.folder, 'portal'), { recursive: true });
  }

  /** Makes the company whose receipts are sold, and answers its badge. */
  async badge(): Promise<string> {
    const { Cmp } = company.Cfg;
    const made = await this.ask<{ companyId: number }>('POST', '/api/v2/Public/Company', {
      ...{ parentEntityId: 2, name: Cmp.Nam, taxId: Cmp.TaxId, address: Cmp.Adr, city: Cmp.City },
      ...{ zip: Cmp.Zip, countryCode: Cmp.Ctry },
    });
    this.companyId = made.companyId;
    const { badge } = await this.ask<{ badge: string }>('POST', `/Company/${this.companyId}/Badge`);
    return badge;
  }

  /** Registers of the company, those that were known first before the others. */
  async registers(): Promise<ListedRegister[]> {
    const { registers } = await this.ask<{ registers: ListedRegister[] }>(
      'GET',
      `/Company/${this.companyId}/Registers`,
    );
    return registers.sort((a, b) => a.registerId - b.registerId);
  }

  /** What the portal's own audit finds in the records of a register. */
  async findings(registerId: number): Promise<{ sq: number; text: string }[]> {
    const path = `/Company/${this.companyId}/Register/${registerId}/Verification`;
    return (await this.ask<{ findings: { sq: number; text: string }[] }>('GET', path)).findings;
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: { api_key: KEY, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.status !== 200)
      throw new Violation(`${method} ${path} of the portal: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}
