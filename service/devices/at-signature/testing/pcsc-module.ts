/**
 * In the place of the package inside the smart card process: a reader with an
 * emulated card, one whose driver crashes, and one that never answers.
 */
import { EmulatedCard } from '../../../emulators/at-signatures/card.ts';
import { EmulatedPcsc } from '../../../emulators/at-signatures/pcsc.ts';
import { makeTestKey } from '../software.ts';
import { NOW } from './units.ts';

const card = () => new EmulatedCard({ model: 'ACOS-ID 4.1', certified: makeTestKey('UID ATU12345678', NOW) });
const pcsc = new EmulatedPcsc();
pcsc.plug('Good', card());
pcsc.plug('Crashes', card());
pcsc.plug('Blocks', card());
const library = await pcsc.load();
const context = new library.Context();

/** As the package: made with `new`. */
export function Context(): unknown {
  return {
    listReaders: async () =>
      (await context.listReaders()).map((reader) => ({
        name: reader.name,
        atr: reader.atr,
        connect: (share?: number, protocols?: number) => {
          if (reader.name === 'Crashes') process.abort();
          if (reader.name === 'Blocks') for (;;);
          return reader.connect(share, protocols);
        },
      })),
    close: () => undefined,
  };
}

export const { SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1, SCARD_LEAVE_CARD } = library;
