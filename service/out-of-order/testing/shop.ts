import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { startService, type Service } from '../../run/service.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { send, type Answer } from '../../testing/running-service.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';
import type { ControlStatus, Problem } from '../../wire.ts';

/** Recovering takes an attempt every two seconds. */
const RECOVERY = { timeout: 15_000, interval: 50 };

/** What a page heard. */
export interface Heard {
  states: ControlStatus[];
  /** The service has ended the stream. */
  ended: boolean;
}

/** A service whose data a test may harm. */
export class Shop {
  readonly dataRoot: string;
  readonly clock = new ManualClock();
  /** Folder of the marks; undefined where none are kept. */
  readonly stateDir: string | undefined;
  private service: Service | null = null;

  private constructor(dataRoot: string, stateDir?: string) {
    this.dataRoot = dataRoot;
    this.stateDir = stateDir;
  }

  /**
   * Opens one in a folder; with receipts 1 to `receipts`, unless the folder has data already.
   * @param marks keeps marks beside the data root
   */
  static async open({
    root,
    receipts = 3,
    marks = false,
  }: { root?: string; receipts?: number; marks?: boolean } = {}): Promise<Shop> {
    const home = root ?? (await temporaryFolder());
    const shop = new Shop(path.join(home, 'data'), marks ? path.join(home, 'state') : undefined);
    await shop.start();
    expect((await shop.send('POST', '/cfg', { Cfg: PORTUGAL })).status).toBe(200);
    for (let i = 0; i < receipts; i += 100) await Promise.all(range(i, receipts).map(() => shop.sells()));
    return shop;
  }

  /** Starts one on a data root as it is. */
  static async at(dataRoot: string, stateDir?: string): Promise<Shop> {
    const shop = new Shop(dataRoot, stateDir);
    await shop.start();
    return shop;
  }

  /** Starts the service on the data as they are. */
  async start(): Promise<void> {
    const { dataRoot, stateDir } = this;
    const options = { dataRoot, stateDir, port: 0, host: '127.0.0.1', demo: undefined };
    const service = await startService(options, path.resolve('.'), this.clock);
    this.service = service;
    onTestFinished(() => this.stop());
  }

  /** Stops it. */
  async stop(): Promise<void> {
    const { service } = this;
    this.service = null;
    await service?.stop();
  }

  /** The database. */
  get file(): string {
    return path.join(this.dataRoot, 'journal.db');
  }

  /** Port of the running service. */
  get port(): number {
    return this.service!.port!;
  }

  /** What the tray is told. */
  onStatus(listener: Parameters<Service['onStatus']>[0]): void {
    this.service!.onStatus(listener);
  }

  /** Sends a request. */
  send(method: string, at: string, body?: object | string, headers = {}): Promise<Answer> {
    return send(`http://127.0.0.1:${this.port}${at}`, method, body, headers);
  }

  /** Registers a sale; its fiscal number. */
  async sells(values = {}): Promise<string> {
    const { status, text, json } = await this.send('POST', '/register', sale('1.00', values));
    expect([status, text]).toEqual([200, expect.anything()]);
    return json.TraC.ESR.FN;
  }

  /** Resolves when sales are registered again; the fiscal number of the first. */
  sellsAgain(): Promise<string> {
    return vi.waitFor(() => this.sells(), RECOVERY);
  }

  /** The problem that stops sales. */
  async problem(): Promise<Problem | undefined> {
    const { json } = await this.send('GET', '/control/status');
    return (json.problems as Problem[]).find(({ severity }) => severity === 'stop');
  }

  /** Resolves when the status page shows a problem, or none that stops sales. */
  async shows(code: string | undefined): Promise<void> {
    await vi.waitFor(async () => expect((await this.problem())?.code).toBe(code), RECOVERY);
  }

  /** Listens to the status as a page does. */
  listens(): Heard {
    const heard: Heard = { states: [], ended: false };
    const request = http.get(`http://127.0.0.1:${this.port}/control/events`, { agent: false });
    onTestFinished(() => void request.destroy());
    request.on('error', () => (heard.ended = true));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const events = (text + chunk).split('\n\n');
        text = events.pop()!;
        for (const event of events) {
          const data = /^event: status\ndata: (.*)$/.exec(event)?.[1];
          if (data) heard.states.push(JSON.parse(data) as ControlStatus);
        }
      });
      response.on('error', () => undefined).on('close', () => (heard.ended = true));
    });
    return heard;
  }

  /** Fiscal numbers of all receipts, oldest first. */
  async numbers(): Promise<string[]> {
    const { json } = await this.send('GET', '/find?_=Tra&sort=asc&limit=100000rows60000ms');
    return (json.Rec as { ESR: { FN: string } }[]).map(({ ESR }) => ESR.FN);
  }
}

/** Overwrites a part of a file with what is no page of a database. */
export async function scribble(file: string, from: number, bytes: number): Promise<void> {
  const handle = await fs.open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa7), 0, bytes, from);
  await handle.close();
}

/** A file system of its own of some megabytes, or null where this may not be made. */
export async function smallDisk(megabytes: number): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Fills a disk to its last byte; the file that does it. */
export async function fill(folder: string): Promise<string> {
  const file = path.join(folder, 'filler');
  const handle = await fs.open(file, 'w');
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    for (;;) {
      const written = await handle.write(Buffer.alloc(size, 1)).catch(() => null);
      if (written?.bytesWritten !== size) break;
    }
  }
  await handle.close();
  return file;
}

function range(from: number, end: number): number[] {
  return Array.from({ length: Math.min(100, end - from) }, (_, i) => from + i);
}
