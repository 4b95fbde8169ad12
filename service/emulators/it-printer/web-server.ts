/** The web server of an emulated Italian printer. */
import type { IncomingMessage } from 'node:http';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { startServer } from '../server.ts';
import { PowerCut, type ItalianPrinter } from './printer.ts';

const LONGEST_BODY = 200_000;

/**
 * Starts it on 127.0.0.1.
 * @param refusal status for a request that the printer is not asked about, 0 for any other
 */
export async function startWebServer(
  printer: ItalianPrinter,
  options: FiscalEmulatorOptions,
  refusal: (incoming: IncomingMessage, body: Buffer | null) => number,
): Promise<FiscalEmulator> {
  const { contents } = printer.memory;
  const reply = (status: number, body = '') => ({ status, type: 'text/xml; charset=utf-8', body });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        const refused = refusal(incoming, body);
        if (refused > 0) return reply(refused);
        const before = [contents.documents.length, printer.texts.length, printer.reports.length] as const;
        try {
          return reply(200, printer.answer(body ?? Buffer.alloc(0)));
        } catch (error) {
          if (error instanceof PowerCut) incoming.socket.destroy();
          throw error;
        } finally {
          const papers = [
            ...contents.documents.slice(before[0]).map(({ paper, slip = paper }) => slip),
            ...printer.texts.slice(before[1]).map((text) => text.split('\n')),
            ...printer.reports.slice(before[2]),
          ];
          for (const paper of papers) options.printed?.({ paper });
        }
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    conditions: printer.conditions,
    get documents() {
      return contents.documents;
    },
    texts: printer.texts,
    get shown() {
      return printer.shown;
    },
    exchange: (other) => printer.memory.exchange(other),
  };
}

/** What a request has to have for `user:password`. */
export function basic(auth: string): string {
  return `Basic ${Buffer.from(auth).toString('base64')}`;
}
