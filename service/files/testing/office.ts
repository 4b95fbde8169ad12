import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import { Attributes } from '../../settings/attributes.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC } from '../../testing/sales.ts';
import { RegisterRequests } from '../file-requests.ts';
import { realDisk, type Disk } from '../disk.ts';
import { FileInterface } from '../file-interface.ts';

/** A file interface over real folders and a real journal; a test polls it by hand. */
export class Office {
  readonly folder: string;
  /** Warnings and errors. */
  readonly log: string[] = [];
  room: Room;
  files!: FileInterface;
  attributes = '';

  private constructor(folder: string, room: Room) {
    this.folder = folder;
    this.room = room;
  }

  /** Opens one whose register `def` is configured. */
  static async open(options: { cfg?: Cfg | null; disk?: Disk } = {}): Promise<Office> {
    const folder = await temporaryFolder();
    for (const name of ['req', 'res']) await fs.mkdir(path.join(folder, name));
    const office = new Office(folder, await openRoom(path.join(folder, 'journal.db')));
    const cfg = options.cfg === undefined ? GENERIC : options.cfg;
    if (cfg) await office.room.registers.configure('def', cfg);
    await office.begin(options.disk);
    return office;
  }

  /** Starts the interface anew, over the journal as it is. */
  async begin(disk: Disk = realDisk): Promise<void> {
    const attributes = () => Attributes.parse(this.attributes);
    this.files = await FileInterface.open({
      folders: { req: this.at('req'), res: this.at('res') },
      memory: this.at('requests.json'),
      requests: (begun) => new RegisterRequests({ registers: this.room.registers, attributes, begun }),
      attributes,
      drawQr: (text, look) => Buffer.from(JSON.stringify({ text, ...look })),
      log: recordingLog(this.log),
      disk,
    });
    const { files } = this;
    onTestFinished(() => files.stop());
  }

  /** The machine comes up again after the power went. */
  async restart(): Promise<void> {
    this.room = await this.room.reopen();
    await this.begin();
  }

  /** Path in the office's folder. */
  at(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Puts a request into the folder; `time` is its time of modification, s. */
  async put(file: string, content: string | Buffer | object, time?: number): Promise<void> {
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    await fs.writeFile(this.at('req', file), isText ? content : JSON.stringify(content));
    if (time !== undefined) await fs.utimes(this.at('req', file), time, time);
  }

  /** Names in a folder, sorted. */
  async names(folder: 'req' | 'res'): Promise<string[]> {
    return (await fs.readdir(this.at(folder))).sort();
  }

  /** An answer as text. */
  text(name: string): Promise<string> {
    return fs.readFile(this.at('res', `${name}.res`), 'utf8');
  }

  /** An answer in JSON; its element without the name around it. */
  async answer(name: string): Promise<{ SQ?: number; Result: { RC: string; ErrorCode?: string } }> {
    const [record] = Object.values(JSON.parse(await this.text(name)) as object);
    return record as Awaited<ReturnType<Office['answer']>>;
  }

  /** Amounts of the transactions of a register, oldest first. */
  async totals(rn = 'def'): Promise<(string | undefined)[]> {
    const records = await this.room.records(rn);
    return records.filter((record) => record._ === 'Tra').map((record) => record.ESR?.T);
  }

  /** Every request is answered and deleted, and nothing lies about. */
  async expectDone(...names: string[]): Promise<void> {
    expect(await this.names('req')).toEqual([]);
    expect(await this.names('res')).toEqual(names.map((name) => `${name}.res`).sort());
  }
}
