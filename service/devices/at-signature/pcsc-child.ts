/**
 * The smart card process: loads the package and does what its parent says
 * (pcsc-process.ts). Native code that talks to drivers may block or crash here;
 * the process that holds the journal goes on.
 *
 * First argument: a module to load in place of the package, for tests.
 */
import { loadPcsc, type PcscCard, type PcscContext, type PcscLibrary } from './pcsc.ts';
import type { Said } from '../ports/called-process.ts';
import type { PcscCall, PcscConnected, PcscConstants, PcscListed } from './pcsc-messages.ts';

const [, , module] = process.argv;

let context: PcscContext | null = null;
let lastCard = 0;
const cards = new Map<number, PcscCard>();

// The service has gone: nobody is left to sign for.
process.on('disconnect', () => process.exit());

try {
  const library = await loadPcsc(module);
  const { SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1, SCARD_LEAVE_CARD } = library;
  process.on('message', (message) => void answer(library, message as PcscCall & { id: number }));
  say({ loaded: { SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1, SCARD_LEAVE_CARD } });
} catch (error) {
  say({ missing: (error as Error).message });
  process.disconnect();
}

async function answer(library: PcscLibrary, { id, ...call }: PcscCall & { id: number }): Promise<void> {
  try {
    say({ id, result: await done(library, call) });
  } catch (error) {
    say({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

function done(library: PcscLibrary, call: PcscCall): Promise<unknown> {
  switch (call.call) {
    case 'list':
      return listed(library);
    case 'connect':
      return connected(library, call);
    case 'transmit':
      return cardOf(call.card).transmit(Buffer.from(call.command));
    case 'disconnect': {
      const card = cards.get(call.card);
      cards.delete(call.card);
      card?.disconnect(call.disposition);
      return Promise.resolve();
    }
  }
}

async function listed(library: PcscLibrary): Promise<PcscListed[]> {
  return (await readers(library)).map(({ name, atr }) => ({ name, atr }));
}

async function readers(library: PcscLibrary) {
  try {
    context ??= new library.Context();
    return await context.listReaders();
  } catch (error) {
    // The PC/SC service may have been started anew: the next call connects again.
    const gone = context;
    context = null;
    try {
      gone?.close();
    } catch {
      // A service that has gone cannot be let go.
    }
    throw error;
  }
}

async function connected(
  library: PcscLibrary,
  { reader: name, share, protocols }: Extract<PcscCall, { call: 'connect' }>,
): Promise<PcscConnected> {
  const reader = (await readers(library)).find((one) => one.name === name);
  if (!reader) throw new Error(`the reader ${name} is not connected`);
  const card = await reader.connect(share, protocols);
  lastCard += 1;
  cards.set(lastCard, card);
  return { card: lastCard, atr: card.atr };
}

function cardOf(number: number): PcscCard {
  const card = cards.get(number);
  if (!card) throw new Error('this connection is closed');
  return card;
}

function say(answer: Said<PcscConstants, string>): void {
  // The channel may close at the same moment.
  if (process.connected) process.send!(answer);
}
