/**
 * Queues of CUPS on Linux and macOS, by IPP: through its socket in the file
 * system, else on port 631 of this machine. No program is started for it, and
 * answers are codes instead of words in somebody's language.
 */
import http from 'node:http';
import { PortError, portError, type PortFault } from '../contract.ts';
import type { PrintService, QueueFacts, QueueJobState, QueueState } from './contract.ts';
import { ippAnswer, ippRequest, OPERATION, type IppAnswer, type IppAttribute, type IppGroup } from './ipp.ts';

/** Where CUPS listens. */
export type CupsPlace = { socketPath: string } | { host: string; port: number };

/** Debian and most others, older ones, macOS. */
const PLACES: readonly CupsPlace[] = [
  { socketPath: '/run/cups/cups.sock' },
  { socketPath: '/var/run/cups/cups.sock' },
  { socketPath: '/private/var/run/cupsd' },
  { host: '127.0.0.1', port: 631 },
];
/** Answers on this machine come at once, ms. */
const PATIENCE_MS = 10_000;
/** A longer answer is none. */
const MOST_BYTES = 2_000_000;
/** Classes and printers that belong to other machines have these bits in `printer-type`. */
const IS_CLASS = 0x01;
const RAW = 'application/vnd.cups-raw';

/** What is asked of a printer. */
const ASKED: IppAttribute = {
  tag: 'keyword',
  name: 'requested-attributes',
  values: [
    ...['printer-name', 'printer-info', 'printer-make-and-model', 'printer-type'],
    ...['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs'],
  ],
};

/** `printer-state` and `job-state` (RFC 8011, sections 5.4.11 and 5.3.7). */
const PRINTER = { processing: 4, stopped: 5 };
const JOB = { canceled: 7, aborted: 8, completed: 9 };

/** Status codes that say why (RFC 8011, appendix B); any other refusal is `unsupported`. */
const FAULTS: Readonly<Record<number, PortFault>> = {
  0x0401: 'rights',
  0x0402: 'rights',
  0x0403: 'rights',
  0x0406: 'absent',
  0x0502: 'busy',
  0x0505: 'full',
  0x0506: 'stopped',
  0x0507: 'busy',
};
const NOT_FOUND = 0x0406;

/** @param places where it may listen, for tests */
export function cups(places: readonly CupsPlace[] = PLACES): PrintService {
  const ask = (
    path: string,
    [operation, attributes]: [number, readonly IppAttribute[]],
    signal: AbortSignal,
    document: Uint8Array = new Uint8Array(),
  ) => exchange(places, path, Buffer.concat([ippRequest(operation, attributes), document]), signal);
  return {
    async queues(signal) {
      const answer = done(await ask('/', [OPERATION.getPrinters, [ASKED]], signal), 'CUPS');
      return answer.groups.flatMap(({ values }) => queueFacts(values));
    },
    async state(queue, signal) {
      const request = [uriOf(queue), ASKED];
      const answer = done(await ask(pathOf(queue), [OPERATION.getPrinterAttributes, request], signal), queue);
      const group = answer.groups.find(({ values }) => values.has('printer-state'));
      if (!group) throw new PortError('unsupported', `${queue}: CUPS tells no state`);
      return queueState(group.values);
    },
    async submit(queue, title, bytes, signal) {
      const request: IppAttribute[] = [
        uriOf(queue),
        { tag: 'name', name: 'requesting-user-name', values: ['tillmark'] },
        { tag: 'name', name: 'job-name', values: [title] },
        { tag: 'mime', name: 'document-format', values: [RAW] },
      ];
      const answer = done(await ask(pathOf(queue), [OPERATION.printJob, request], signal, bytes), queue);
      const id = answer.groups.map(({ values }) => values.get('job-id')?.[0]).find(Number.isInteger);
      if (typeof id !== 'number') throw new PortError('lost', `${queue}: CUPS gave the job no number`);
      return id;
    },
    async job(queue, id, signal) {
      const request: IppAttribute[] = [
        uriOf(queue),
        { tag: 'integer', name: 'job-id', values: [id] },
        { tag: 'keyword', name: 'requested-attributes', values: ['job-state'] },
      ];
      const answer = await ask(pathOf(queue), [OPERATION.getJobAttributes, request], signal);
      // Where no history is kept, a job that is done is not known any more.
      if (answer.status === NOT_FOUND) return 'done';
      const states = done(answer, queue).groups.map(({ values }) => values.get('job-state')?.[0]);
      return jobState(states.find((state) => typeof state === 'number'));
    },
  };
}

function queueFacts(values: IppGroup): QueueFacts[] {
  const name = values.get('printer-name')?.[0];
  const type = values.get('printer-type')?.[0];
  if (typeof name !== 'string' || name === '') return [];
  if (typeof type === 'number' && (type & IS_CLASS) !== 0) return [];
  const { about, isStopped } = queueState(values);
  return [{ name, about, isReady: !isStopped }];
}

function queueState(values: IppGroup): QueueState {
  const text = (name: string) => {
    const value = values.get(name)?.[0];
    return typeof value === 'string' ? value : '';
  };
  const state = values.get('printer-state')?.[0];
  // Such as media-empty-error; the end says how bad it is.
  const reasons = new Set(
    (values.get('printer-state-reasons') ?? []).map((reason) =>
      String(reason).replace(/-(?:report|warning|error)$/, ''),
    ),
  );
  const says = (...names: string[]) => names.some((name) => reasons.has(name));
  const info = text('printer-info');
  return {
    // The name alone says nothing new.
    about: info === text('printer-name') ? text('printer-make-and-model') : info,
    isStopped: state === PRINTER.stopped || values.get('printer-is-accepting-jobs')?.[0] === false,
    isWorking: state === PRINTER.processing,
    isOffline: says('offline', 'shutdown', 'timed-out'),
    isCoverOpen: says('cover-open', 'door-open', 'interlock-open'),
    paper: says('media-empty', 'media-needed') ? 'end' : says('media-low') ? 'near end' : null,
    isJammed: says('media-jam'),
  };
}

function jobState(state: unknown): QueueJobState {
  if (state === JOB.completed) return 'done';
  return state === JOB.canceled || state === JOB.aborted ? 'ended' : 'waiting';
}

function done(answer: IppAnswer, what: string): IppAnswer {
  const { status } = answer;
  if (status < 0x100) return answer;
  throw new PortError(FAULTS[status] ?? 'unsupported', `${what}: CUPS refuses (0x${status.toString(16)})`);
}

const pathOf = (queue: string) => `/printers/${encodeURIComponent(queue)}`;

function uriOf(queue: string): IppAttribute {
  return { tag: 'uri', name: 'printer-uri', values: [`ipp://localhost${pathOf(queue)}`] };
}

/** Asks the first place where somebody listens. */
async function exchange(
  places: readonly CupsPlace[],
  path: string,
  request: Buffer,
  signal: AbortSignal,
): Promise<IppAnswer> {
  for (const place of places) {
    const answer = await post(place, path, request, signal);
    if (answer !== null) return answer;
  }
  throw new PortError('unsupported', 'there is no CUPS on this machine');
}

/** Null where nobody listens: then nothing was sent. */
function post(
  place: CupsPlace,
  path: string,
  request: Buffer,
  signal: AbortSignal,
): Promise<IppAnswer | null> {
  const answer = Promise.withResolvers<IppAnswer | null>();
  let isSent = false;
  const late = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const sending = http.request({
    ...place,
    ...{ path, method: 'POST', agent: false, signal: late },
    headers: {
      ...{ Host: 'localhost', 'Content-Type': 'application/ipp', 'Content-Length': request.length },
    },
  });
  sending.on('socket', (socket) => socket.once('connect', () => (isSent = true)));
  sending.on('error', (error: NodeJS.ErrnoException) => {
    if (!isSent && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')) answer.resolve(null);
    else if (late.aborted) answer.reject(new PortError('silent', 'CUPS does not answer'));
    else answer.reject(isSent ? new PortError('lost', `CUPS: ${error.message}`) : portError(error, 'CUPS'));
  });
  sending.on('response', (response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    response.on('error', (error) => answer.reject(new PortError('lost', `CUPS: ${error.message}`)));
    response.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MOST_BYTES) sending.destroy(new Error('its answer is too long'));
      else pieces.push(piece);
    });
    response.on('end', () => {
      const { statusCode = 0 } = response;
      if (statusCode === 401 || statusCode === 403) {
        answer.reject(new PortError('rights', `CUPS refuses (HTTP ${statusCode})`));
        return;
      }
      if (statusCode !== 200) {
        answer.reject(new PortError('unsupported', `CUPS refuses (HTTP ${statusCode})`));
        return;
      }
      try {
        answer.resolve(ippAnswer(Buffer.concat(pieces)));
      } catch {
        answer.reject(new PortError('lost', 'CUPS gave an answer that cannot be read'));
      }
    });
  });
  sending.end(request);
  return answer.promise;
}
