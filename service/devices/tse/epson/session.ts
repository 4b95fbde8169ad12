/**
 * A conversation with a TSE of Epson: XML texts that end with a zero byte, over TCP. The
 * device is of one till at a time, so that it is opened for each use and closed behind it.
 */
import { tcpPort } from '../../ports/tcp.ts';
import { PortError, type Port } from '../../ports/contract.ts';
import type { TseFailure, TseTrouble } from '../contract.ts';
import { objectOf, shownText } from '../../ports/answer.ts';

/** Where it is. */
export interface EpsonPlace {
  host: string;
  port: number;
  /** `local_TSE`, or the name that a TSE server gives it. */
  deviceId: string;
}

/** Something that went wrong. `asked`: the TSE may have done what it was asked. */
export class EpsonError extends Error {
  readonly failure: TseFailure;
  readonly asked: boolean;
  /** Its own name of the error, empty where it has none. */
  readonly result: string;

  constructor(trouble: TseTrouble, text: string, asked: boolean, result = '') {
    super(text);
    this.failure = { trouble, text };
    this.asked = asked;
    this.result = result;
  }
}

/** What a function gave. */
export type Output = Readonly<Record<string, unknown>>;

const LONGEST_MESSAGE = 8_000_000;
/** Messages that nobody has taken yet. */
const MOST_WAITING = 100;
const BUSY = /^(DEVICE_IN_USE|ERROR_DEVICE_BUSY)$/;
const BUSY_PAUSE_MS = 50;
/** The device's own limit is told a little less time than the line has. */
const SPARE_MS = 500;
const LEAST_DEVICE_MS = 1000;

/** An open device. */
export class EpsonSession {
  private readonly port: Port;
  private readonly place: EpsonPlace;
  private readonly messages: Messages;

  private constructor(port: Port, place: EpsonPlace) {
    this.port = port;
    this.place = place;
    this.messages = new Messages(port);
  }

  /**
   * Connects and opens the device, again while another till has it.
   * @throws EpsonError
   */
  static async open(place: EpsonPlace, signal: AbortSignal): Promise<EpsonSession> {
    for (let wasBusy = false; ; wasBusy = true) {
      const port = await tcpPort(
        place.host,
        place.port,
      )(signal).catch((error: unknown) => {
        if (wasBusy && signal.aborted) throw new EpsonError('busy', 'another till has the TSE', false);
        const text = error instanceof PortError ? error.message : 'no connection';
        throw new EpsonError('unreachable', text, false);
      });
      const session = new EpsonSession(port, place);
      try {
        const open = `<open_device><device_id>${escaped(place.deviceId)}</device_id><data><type>type_storage</type></data></open_device>`;
        const code = elementText(await session.exchange(open, 'open_device', signal), 'code');
        if (code === 'OK') return session;
        if (!BUSY.test(code))
          throw new EpsonError(
            code === 'DEVICE_NOT_FOUND' ? 'unreachable' : 'refused',
            `it cannot be opened: ${shownText(code)}`,
            false,
          );
        await port.close();
      } catch (error) {
        await port.close();
        if (!(error instanceof EpsonError)) throw error;
        const isBusy = wasBusy && signal.aborted;
        throw new EpsonError(isBusy ? 'busy' : error.failure.trouble, error.message, false);
      }
      if (signal.aborted) throw new EpsonError('busy', 'another till has the TSE', false);
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }

  /**
   * Calls a function.
   * @param storage kind of storage: the TSE, or what is common to all
   * @throws EpsonError
   */
  async call(
    name: string,
    input: Output,
    limitMs: number,
    storage: 'TSE' | 'COMMON' = 'TSE',
  ): Promise<Output> {
    const request = {
      storage: { type: storage, vendor: storage === 'TSE' ? 'TSE1' : '' },
      ...{ function: name, input, compress: { required: false, type: '' } },
    };
    const deviceMs = Math.max(LEAST_DEVICE_MS, limitMs - SPARE_MS);
    const message =
      `<device_data><device_id>${escaped(this.place.deviceId)}</device_id><data><type>operate</type>` +
      `<timeout>${deviceMs}</timeout><requestdata>${escaped(JSON.stringify(request))}</requestdata></data></device_data>`;
    const answer = await this.exchange(message, 'device_data', AbortSignal.timeout(limitMs));
    const code = elementText(answer, 'code');
    if (BUSY.test(code)) throw new EpsonError('busy', 'the TSE is busy', false);
    if (code === 'ERROR_TIMEOUT')
      throw new EpsonError('no-answer', 'the TSE did not answer its host in time', true);
    if (code !== 'SUCCESS') throw new EpsonError('refused', `its host refuses: ${shownText(code)}`, false);
    const object = objectOf(Buffer.from(elementText(answer, 'resultdata')));
    if (!object || typeof object.result !== 'string')
      throw new EpsonError('unreadable', 'what the TSE answers cannot be read', true);
    if (object.result !== 'EXECUTION_OK') throw refusal(name, object.result);
    const { output } = object;
    return typeof output === 'object' && output !== null && !Array.isArray(output) ? (output as Output) : {};
  }

  /** Closes the device; never throws. */
  async close(): Promise<void> {
    const close = `<close_device><device_id>${escaped(this.place.deviceId)}</device_id></close_device>`;
    await this.exchange(close, 'close_device', AbortSignal.timeout(SPARE_MS)).catch(() => undefined);
    await this.port.close();
  }

  private async exchange(message: string, root: string, signal: AbortSignal): Promise<string> {
    try {
      await this.port.write(Buffer.from(`${message}\0`));
      for (;;) {
        const answer = await this.messages.next(signal);
        // Greetings and news of the host are passed over.
        if (answer.trimStart().startsWith(`<${root}`)) return answer;
      }
    } catch (error) {
      if (error instanceof EpsonError) throw error;
      throw new EpsonError('no-answer', error instanceof PortError ? error.message : 'the line broke', true);
    }
  }
}

/** Messages as they come, one at a time. */
class Messages {
  private readonly ready: string[] = [];
  private parts: Buffer[] = [];
  private size = 0;
  private failure: EpsonError | null = null;
  private wake: () => void = () => undefined;

  constructor(port: Port) {
    port.receive((bytes) => this.take(Buffer.from(bytes)));
    void port.ended.then((error) => this.fail('no-answer', error?.message ?? 'closed'));
  }

  async next(signal: AbortSignal): Promise<string> {
    const onAbort = () => this.wake();
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        const message = this.ready.shift();
        if (message !== undefined) return message;
        if (this.failure) throw this.failure;
        if (signal.aborted) throw new EpsonError('no-answer', 'it did not answer in time', true);
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  private take(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      this.ready.push(Buffer.concat([...this.parts, rest.subarray(0, end)]).toString('utf8'));
      this.parts = [];
      this.size = 0;
      rest = rest.subarray(end + 1);
    }
    this.parts.push(rest);
    this.size += rest.length;
    if (this.ready.length > MOST_WAITING) this.fail('unreadable', 'it sends what nobody has asked for');
    if (this.size > LONGEST_MESSAGE) this.fail('unreadable', 'a message without an end');
    this.wake();
  }

  private fail(trouble: TseTrouble, text: string): void {
    this.failure ??= new EpsonError(trouble, text, true);
    this.parts = [];
    this.wake();
  }
}

/** Text of the first element of a name; empty when there is none. */
export function elementText(message: string, name: string): string {
  const start = message.indexOf(`<${name}>`);
  const end = message.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) return '';
  return message
    .slice(start + name.length + 2, end)
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, e: string) => ENTITIES[e]!);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** A text for XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** What names of errors mean, by their parts: several firmwares differ in the rest. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, TseTrouble])[] = [
  [/PUK_BLOCKED/, 'blocked-puk'],
  [/PIN_BLOCKED|USER_BLOCKED/, 'blocked-pin'],
  [/UNAUTHENTICATED|NOT_AUTHENTICATED|NOT_LOGGED_IN/, 'unauthorised'],
  [/HOST_AUTHENTICATION_FAILED/, 'unauthorised'],
  [/AUTHENTICATION_FAILED|WRONG_PIN/, 'wrong-pin'],
  [/NO_TIME|TIME_NOT_SET|NEEDS_TIME/, 'time-not-set'],
  [/SELF_TEST_FAILED|SELFTEST_FAILED/, 'self-test-failed'],
  [/SELF_?TEST/, 'self-test-due'],
  [/CERTIFICATE_EXPIRED/, 'certificate-expired'],
  [/CLIENT_NOT_REGISTERED/, 'client-unknown'],
  [/(TOO_MANY|MAX).*CLIENT/, 'client-limit'],
  [/(TOO_MANY|MAX|PARALLEL).*TRANSACTION/, 'transaction-limit'],
  [/TRANSACTION_NOT_STARTED|NO_TRANSACTION|NO_SUCH_TRANSACTION/, 'transaction-unknown'],
  [/SIGNATURES?_(EXCEEDED|EXHAUSTED|USED)|MAX.*SIGNATURE/, 'signatures-exhausted'],
  [/NOT_EXPORTED|OPEN_TRANSACTION|NOT_DELETABLE/, 'not-exported'],
  [/CURRENTLY_EXPORTING|EXPORT.*(RUNNING|PROGRESS)/, 'export-running'],
  [/STORE_?FULL|MEMORY_FULL|TSE_FULL|CAPACITY/, 'store-full'],
  [/NOT_INITIALI[SZ]ED|NEEDS_SETUP|NOT_SET_UP/, 'not-initialised'],
  [/DECOMMISSIONED|DISABLED/, 'disabled'],
  [/SIGNATURE_ERROR|HARDWARE|FLASH/, 'defective'],
];

function refusal(name: string, result: string): EpsonError {
  const found = MEANINGS.find(([pattern]) => pattern.test(result))?.[1] ?? 'refused';
  const trouble = found === 'wrong-pin' && name.startsWith('Unblock') ? 'wrong-puk' : found;
  return new EpsonError(trouble, `${name}: ${shownText(result)}`, false, result);
}
