import { expect, it } from 'vitest';
import type { Port } from '../../devices/ports/contract.ts';
import { textOf } from './paper.ts';
import { EmulatedPrinter } from './printer.ts';
import { connect } from './serial.ts';

/** A line with its far end in the hands of the test. */
function line() {
  const sent: string[] = [];
  let come: (bytes: Uint8Array) => void = () => undefined;
  const ended = Promise.withResolvers<null>();
  const port: Port = {
    write: (bytes) => Promise.resolve(void sent.push(Buffer.from(bytes).toString('hex'))),
    receive: (listener) => (come = listener),
    ended: ended.promise,
    close: () => Promise.resolve(ended.resolve(null)),
  };
  return {
    sent,
    put: (text: string) => come(Buffer.from(text, 'latin1')),
    open: () => Promise.resolve(port),
  };
}

it('prints what comes on a line and answers on it, unless it is unplugged', async () => {
  const printer = new EmulatedPrinter();
  const { sent, put, open } = line();
  const connected = await connect(printer, open);
  put('\x10\x04\x01one\n');
  printer.change({ cable: false });
  put('two\n\x10\x04\x01');
  printer.change({ cable: true });
  put('three\n\x10\x04\x04');
  await connected.close();
  expect(await connected.ended).toBeNull();
  expect(printer.sheets.map(textOf)).toEqual(['one\nthree']);
  expect(sent).toEqual(['16', '12']);
});
