/** A TSE that another till of the shop lends (profile attribute `SignServer` there). See protocol.ts for the messages. */
import { objectOf } from '../../ports/answer.ts';
import type {
  Signed,
  TransactionName,
  TransactionStep,
  Tse,
  TseExport,
  TseExportFilter,
  TseModel,
  TseOptions,
  TseOutcome,
} from '../contract.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { ask, download, type WebRequest } from '../web.ts';
import { TSE_EXPORT_PATH, TSE_PATH, type Asked } from './protocol.ts';
import { failureIn, logsIn, openIn, signedIn, stateIn } from './read.ts';

/** The kind. */
export const LENT: TseModel = {
  name: 'till',
  product: 'TSE of another till',
  settings: [
    { name: 'baseUrl' },
    { name: 'password', secret: true },
    { name: 'tseSerial', optional: true },
    { name: 'ca', optional: true },
  ],
  credentials: {},
  open: (options) => new LentTse(options),
};

/** A self test may take two minutes. */
const LONG_MS = 130_000;
const EXPORT_MS = 15 * 60_000;
const STATE_MS = 30_000;
const LONGEST_TSE_NAME = 64;

/** A lent TSE. */
export class LentTse implements Tse {
  private readonly options: TseOptions;
  /** Of the TSE that it was given; the same one is asked from then on. */
  private serial: string | null;
  private readonly isNamed: boolean;

  constructor(options: TseOptions) {
    this.options = options;
    const told = (options.settings.tseSerial ?? '').trim().toLowerCase();
    this.isNamed = told !== '';
    this.serial = this.isNamed ? told.slice(0, LONGEST_TSE_NAME) : null;
  }

  async state() {
    let told = await this.ask('state', {}, stateIn, STATE_MS);
    // The other till has let it go: from now on another one of its TSEs is asked, unless one is named.
    if (told.outcome === 'not-done' && told.failure.trouble === 'disabled' && !this.isNamed) {
      this.serial = null;
      told = await this.ask('state', {}, stateIn, STATE_MS);
    }
    if (told.outcome === 'done') this.serial ??= told.result.identity?.serial ?? null;
    return told;
  }

  async setUp() {
    const told = await this.state();
    if (told.outcome !== 'done') return notDone(told.failure);
    if (told.result.initialisation === 'initialised') return done(null);
    return notDone('unsupported', 'it is set up at the till that has it');
  }

  registerClient(client: string) {
    return this.nothing('registerClient', { client });
  }

  deregisterClient() {
    return Promise.resolve(atHome());
  }

  setTime() {
    return this.nothing('setTime', {});
  }

  selfTest(client: string) {
    return this.nothing('selfTest', { client });
  }

  unblock() {
    return Promise.resolve(atHome());
  }

  disable() {
    return Promise.resolve(atHome());
  }

  start({ client, reference }: Pick<TransactionName, 'client' | 'reference'>) {
    return this.sign('start', { client, reference });
  }

  update(step: TransactionStep) {
    return this.sign('update', { ...step });
  }

  finish(step: TransactionStep) {
    return this.sign('finish', { ...step });
  }

  open(client: string) {
    return this.ask('open', { client }, openIn, STATE_MS);
  }

  async find({ client, reference, transaction }: TransactionName) {
    const told = await this.ask('find', { client, reference, transaction }, logsIn, STATE_MS);
    return told.outcome === 'done' ? done(told.result === 'none' ? null : told.result) : told;
  }

  async export(filter: TseExportFilter): Promise<TseOutcome<TseExport>> {
    if (Object.keys(filter).length > 0) return notDone('unsupported', 'it exports everything or nothing');
    const request = this.web(TSE_EXPORT_PATH, {}, EXPORT_MS);
    const opened = await download(request);
    if ('failure' in opened) return notDone(opened.failure);
    if (opened.status === 200) return done({ content: opened.content });
    return notDone(refusalOf(opened.status, await firstBytes(opened.content)));
  }

  deleteExported() {
    return Promise.resolve(atHome());
  }

  close() {
    return Promise.resolve();
  }

  private async sign(asked: Asked, body: object): Promise<TseOutcome<Signed>> {
    // Nothing is signed before it is known by whom.
    const state = this.serial === null ? await this.state() : null;
    if (state && state.outcome !== 'done') return notDone(state.failure);
    if (this.serial === null) return notDone('not-initialised', 'the TSE of the other till was not set up');
    const told = await this.ask(asked, body, signedIn, this.options.timeoutMs);
    if (told.outcome !== 'done' || told.result.serial === this.serial) return told;
    return unknown({ trouble: 'unreadable', text: 'another TSE has signed than was asked' });
  }

  private async nothing(asked: Asked, body: object): Promise<TseOutcome<null>> {
    const told = await this.ask(asked, body, () => 'done' as const, LONG_MS);
    return told.outcome === 'done' ? done(null) : told;
  }

  private async ask<T>(
    asked: Asked,
    body: object,
    read: (result: unknown) => T | null,
    timeoutMs: number,
  ): Promise<TseOutcome<T>> {
    const answer = await ask(this.web(TSE_PATH, { ask: asked, ...body }, timeoutMs));
    if ('failure' in answer) return answer.asked ? unknown(answer.failure) : notDone(answer.failure);
    if (answer.status >= 500)
      return unknown({ trouble: 'no-answer', text: `the other till answers with HTTP ${answer.status}` });
    if (answer.status !== 200) return notDone(refusalOf(answer.status, answer.body));
    const { outcome, result, failure } = objectOf(answer.body) ?? {};
    if (outcome === 'not-done') return notDone(failureIn(failure));
    const value = outcome === 'done' ? read(result) : null;
    if (value !== null) return done(value);
    const unreadable = { trouble: 'unreadable' as const, text: 'what the other till tells cannot be read' };
    return unknown(outcome === 'unknown' ? failureIn(failure) : unreadable);
  }

  private web(path: string, body: object, timeoutMs: number): WebRequest {
    const { baseUrl = '', password = '', ca } = this.options.settings;
    return {
      method: 'POST',
      url: `${baseUrl.replace(/\/$/, '')}/${path}`,
      headers: { authorization: `Basic ${Buffer.from(`till:${password}`).toString('base64')}` },
      body: { ...(this.serial !== null && { serial: this.serial }), ...body },
      signal: AbortSignal.timeout(timeoutMs),
      ...{ ca: ca || undefined, plain: 'lan' },
    };
  }
}

function refusalOf(status: number, body: Buffer) {
  const told = objectOf(body)?.failure;
  if (typeof told === 'object' && told !== null) return failureIn(told);
  return { trouble: 'refused' as const, text: `the other till answers with HTTP ${status}` };
}

/** What belongs to the till that has it. */
function atHome() {
  return notDone('unsupported', 'that is done at the till that has it');
}

async function firstBytes(content: AsyncIterable<Buffer>): Promise<Buffer> {
  try {
    for await (const piece of content) return piece;
  } catch {
    // What it would have said is lost with the line.
  }
  return Buffer.alloc(0);
}
