/** How the printer is, put together from what it answers; older programs of it do not know all questions. */
import type { FiscalPrinterState, Outcome } from '../contract.ts';
import { dayOf, type Answer } from './answers.ts';
import { done, read, readText, type Conversation } from './conversation.ts';

/** What is known of it already. */
interface Known {
  serial: string;
  /** Number of the last closed day, and documents of the day since then. */
  closed: number;
  documents: number;
  /** Answer of getInfo. */
  info: Answer['info'];
}

/** Closings that are looked back at for whether they reached the authority: it takes them for twelve days. */
const LOOK_BACK = 12;
/** How it says yes. */
const YES = /^SI$/;

/** Asks all that a state is made of. */
export async function readState(
  talk: Conversation,
  { serial, closed, documents, info }: Known,
): Promise<Outcome<FiscalPrinterState>> {
  const alarm = await readText(
    talk.direct('1530'),
    (data) => /^(?:1530)?([01])([01])$/.exec(data)?.[2] ?? null,
  );
  if (alarm.outcome !== 'done' && !isUnknownThere(alarm)) return alarm;
  const sent = await transmissions(talk, closed);
  if (sent.outcome !== 'done' && !isUnknownThere(sent)) return sent;
  const full = await talk.command('getFullRTStatus');
  const told = isUnknownThere(full) ? await talk.command('queryPrinterStatus') : full;
  return read(told, (answer) =>
    stateOf(answer, {
      ...{ serial, z: closed + 1, dayOpen: documents > 0 },
      zRequired: alarm.outcome === 'done' ? alarm.result === '1' : null,
      ...(sent.outcome === 'done' ? sent.result : { unsent: null, rejected: null }),
      ...memoryOf(info),
    }),
  );
}

/** The printer does not know that question. */
function isUnknownThere(told: Outcome<unknown>): boolean {
  return told.outcome === 'not-done' && /^(?:wrong-order|refused)$/.test(told.failure.trouble);
}

/** Closings that have not reached the authority, and those that it has refused. */
async function transmissions(
  { direct }: Conversation,
  closed: number,
): Promise<Outcome<{ unsent: number; rejected: number }>> {
  let [unsent, rejected] = [0, 0];
  for (let z = closed; z > Math.max(0, closed - LOOK_BACK); z--) {
    const told = await readText(
      direct('1515', `0${String(z).padStart(4, '0')}0000`),
      (data) => /^(?:1515)?0\d{8}([0-3])/.exec(data)?.[1] ?? null,
    );
    if (told.outcome !== 'done') return told;
    if (told.result === '0' || told.result === '3') break;
    if (told.result === '1') rejected += 1;
    else unsent += 1;
  }
  return done({ unsent, rejected });
}

/** What getInfo says of memory and certificate. */
function memoryOf({
  mfExhausted = '',
  ejFull = '',
  ejFilling = '',
  certValidTo = '',
}: Answer['info']): Pick<FiscalPrinterState, 'memoryFull' | 'memoryUsed' | 'certificateExpires'> {
  const used = /^(\d{1,3}(?:\.\d{1,3})?)\s?%$/.exec(ejFilling)?.[1] ?? null;
  return {
    memoryFull: YES.test(mfExhausted) || YES.test(ejFull),
    memoryUsed: used,
    certificateExpires: dayOf(certValidTo),
  };
}

type Told = Pick<
  FiscalPrinterState,
  | ('serial' | 'z' | 'dayOpen' | 'zRequired' | 'unsent' | 'rejected')
  | ('memoryFull' | 'memoryUsed' | 'certificateExpires')
>;

/** Reads a state: answer of getFullRTStatus or queryPrinterStatus. */
function stateOf({ info }: Answer, known: Told): FiscalPrinterState | null {
  const { printerStatus = '', fpStatus = '', drawerStatus = '', dateTime = '' } = info;
  if (!/^[01]{5}$/.test(printerStatus) || !/^[01]{3}$/.test(fpStatus)) return null;
  const [cover, end, nearEnd, full, nearlyFull] = [...printerStatus].map((digit) => digit === '1');
  return {
    ...known,
    paperNearEnd: nearEnd! || end!,
    paperEnd: end!,
    coverOpen: cover!,
    offline: cover! || end!,
    drawerOpen: drawerStatus === '1' ? true : drawerStatus === '0' ? false : null,
    memoryNearlyFull: nearlyFull! || full! || known.memoryFull === true,
    memoryFull: full! || known.memoryFull,
    receiptOpen: fpStatus !== '000',
    clock: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(dateTime) ? dateTime : null,
  };
}
