/** A machine of a test's network with a register service on it. */
import type { Cfg } from '../../receipt/cfg.ts';
import { ChildService } from '../../testing/child-service.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import type { Network, NetworkMachine } from './network.ts';

/** Status and body of an answer. */
export interface TillAnswer {
  status: number;
  text: string;
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- looked at as it comes
}

const FETCH = `const [url, method, body] = process.argv.slice(1);
const headers = body ? { 'content-type': 'application/json' } : {};
fetch(url, { method, headers, ...(body && { body }) }).then(async (answer) =>
  console.log(JSON.stringify({ status: answer.status, text: await answer.text() })));`;

/** Sends datagrams in order to a machine and prints what comes back, until as many answers as wanted are there. */
const ASK = `const [address, wanted, ...datagrams] = process.argv.slice(1);
const socket = require('node:dgram').createSocket('udp4');
const answers = [];
const end = () => { console.log(JSON.stringify(answers)); process.exit(); };
socket.on('message', (answer) => { if (answers.push(answer.toString('base64')) >= Number(wanted)) end(); });
setTimeout(end, 3000);
socket.bind(() => { for (const one of datagrams) socket.send(Buffer.from(one, 'base64'), 5618, address); });`;

/** A till of the shop. */
export class Till {
  readonly machine: NetworkMachine;
  readonly dataRoot: string;
  private service: ChildService | null = null;

  private constructor(machine: NetworkMachine, dataRoot: string) {
    this.machine = machine;
    this.dataRoot = dataRoot;
  }

  /** Sets up a till of the example company: other machines may connect, and it has the secret. */
  static async open(
    network: Network,
    TT: string,
    secret: string,
    Cmp: Cfg['Cmp'] = { Nam: 'Example', Ctry: 'LU', TaxId: 'LU1' },
  ): Promise<Till> {
    const till = new Till(await network.machine(), await temporaryFolder());
    await till.start();
    const profile = { Password: 'wide-open-door', Attributes: `Lan_Key=${secret}` };
    await till.send('POST', '/profile', profile);
    await till.send('POST', '/cfg', { Cfg: { Cmp, Loc: { TL: '1' }, Trm: { TT } } });
    await till.restart();
    return till;
  }

  /** Starts the service; resolves when it listens. */
  async start(): Promise<void> {
    const { address, before } = this.machine;
    const args = ['--headless', '--host', address, '--port', '5618', '--data-root', this.dataRoot];
    this.service = new ChildService(args, {}, before);
    await this.service.url();
  }

  /** Ends the service as a user would. */
  async stop(): Promise<void> {
    this.service?.kill('SIGTERM');
    await this.service?.ended;
  }

  /** Stops and starts the service: it calls out to the shop anew. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Sends a request from the machine itself. */
  async send(method: string, path: string, body?: object): Promise<TillAnswer> {
    const args = [`http://127.0.0.1:5618${path}`, method, ...(body ? [JSON.stringify(body)] : [])];
    const { status, text } = JSON.parse(await this.machine.node(FETCH, ...args)) as TillAnswer;
    return { status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
  }

  /** Sends datagrams to another till; the first answers that come back. */
  async ask(other: Till, wanted: number, ...datagrams: Buffer[]): Promise<Buffer[]> {
    const texts = datagrams.map((one) => one.toString('base64'));
    const printed = await this.machine.node(ASK, other.machine.address, String(wanted), ...texts);
    return (JSON.parse(printed) as string[]).map((text) => Buffer.from(text, 'base64'));
  }
}
