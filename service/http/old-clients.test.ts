/** Clients as they are in the field: old, terse, and odd about headers. Over plain sockets, byte by byte. */
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const SALE =
  '<Tra><ESR Opr="1"><PosA><Pos Dsc="Café São João" TaxG="B" Amt="1.00"/></PosA><PayA><Pay Dsc="Numerário" Amt="1.00"/></PayA></ESR></Tra>';

/** A connection that collects what comes back. */
class Line {
  private readonly socket: net.Socket;
  private received = '';
  private waiting: (() => void)[] = [];
  isClosed = false;

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1');
    const heard = () => this.waiting.splice(0).forEach((go) => go());
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('utf8');
      heard();
    });
    this.socket.on('close', () => {
      this.isClosed = true;
      heard();
    });
  }

  send(...parts: (string | Buffer)[]): void {
    for (const part of parts) this.socket.write(part);
  }

  /** Resolves with everything that came once it has the pattern in it. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.isClosed) throw new Error(`closed after ${JSON.stringify(this.received)}`);
      await new Promise<void>((go) => this.waiting.push(go));
    }
    return this.received;
  }

  /** Resolves with everything when the server has closed. */
  async untilClosed(): Promise<string> {
    while (!this.isClosed) await new Promise<void>((go) => this.waiting.push(go));
    return this.received;
  }

  /** Forgets what came. */
  clear(): void {
    this.received = '';
  }

  close(): void {
    this.socket.destroy();
  }
}

const head = (...lines: string[]) => [...lines, '', ''].join('\r\n');

/** One request on a connection of its own; the server closes it. */
async function ask(running: Running, ...parts: (string | Buffer)[]): Promise<string> {
  const line = new Line(running.port);
  line.send(...parts);
  return line.untilClosed();
}

/** A body in chunks, cut at odd places. */
function chunked(body: Buffer): Buffer {
  const parts = [body.subarray(0, 7), body.subarray(7, 8), body.subarray(8)];
  const written = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a client that waits for 100 Continue', () => {
  it('is told to go on, and answered', async () => {
    const running = await runService();
    const line = new Line(running.port);
    const body = Buffer.from(SALE);
    line.send(
      head(
        'POST /register HTTP/1.1',
        'Host: x',
        'Expect: 100-continue',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ),
    );
    expect(await line.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    line.send(body);
    expect(await line.untilClosed()).toMatch(/HTTP\/1\.1 200 OK[^]*<Result RC="OK"\/>/);
  });
});

describe('a client of HTTP/1.0', () => {
  it('is answered without a Host, and the connection ends', async () => {
    const running = await runService();
    const answer = await ask(
      running,
      head('POST /register HTTP/1.0', `Content-Length: ${Buffer.byteLength(SALE)}`),
      SALE,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/<Result RC="OK"\/>/);
    expect(answer).not.toMatch(/transfer-encoding: chunked/i);
  });

  it('keeps the connection when it asks to', async () => {
    const running = await runService();
    const line = new Line(running.port);
    for (const tn of [1, 2]) {
      line.clear();
      line.send(
        head(
          'POST /register HTTP/1.0',
          'Connection: keep-alive',
          `Content-Length: ${Buffer.byteLength(SALE)}`,
        ),
        SALE,
      );
      const answer = await line.until(/<\/TraC>/);
      expect(answer).toMatch(/connection: keep-alive/i);
      expect(answer).toMatch(/content-length: \d+/i);
      expect(answer).toContain(`TN="${tn}"`);
    }
    line.close();
  });
});

describe('a body in chunks', () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${SALE}`;
  it.each<[string, Buffer, string]>([
    ['ISO-8859-1 by its declaration', Buffer.from(declared('ISO-8859-1'), 'latin1'), 'text/xml'],
    ['ISO-8859-1 by its header', Buffer.from(SALE, 'latin1'), 'text/xml; charset=ISO-8859-1'],
    ['UTF-16 with a mark', utf16(`\ufeff${declared('utf-16')}`), 'text/xml; charset=utf-16'],
    ['UTF-16 with the mark of big endian', utf16(`\ufeff${SALE}`).swap16(), 'application/xml'],
    ['UTF-16 without a mark', utf16(declared('utf-16')), 'text/xml'],
    ['UTF-16 big endian without mark and content type', utf16(declared('UTF-16')).swap16(), ''],
    ['UTF-8 that says it were UTF-16', Buffer.from(declared('utf-16')), 'text/xml'],
  ])('is read: %s', async (_what, body, type) => {
    const running = await runService();
    const answer = await ask(
      running,
      head(
        'POST /register HTTP/1.1',
        ...['Host: x', 'Transfer-Encoding: chunked', 'Connection: close'],
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ),
      chunked(body),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toContain('<Result RC="OK"/>');
    const [, record] = await running.records();
    expect(record.ESR.PosA[0].Dsc).toBe('Café São João');
  });
});

describe('query names', () => {
  it.each(['RN', 'rn', 'Rn', 'TAXID', 'TaxId', 'taxid'])('are read as %s', async (name) => {
    const running = await runService();
    const value = name.toLowerCase() === 'rn' ? 'nobody' : 'PT999999999';
    const answer = await ask(
      running,
      head(
        `POST /register?${name}=${value} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(SALE)}`,
      ),
      SALE,
    );
    // Neither has a configuration, while `def` has one.
    expect(answer).toMatch(/^HTTP\/1\.1 406 [^]*<ErrorCode>#NO_CFG<\/ErrorCode>/);
  });
});

describe('what a client accepts', () => {
  it.each([
    ['application/xml;q=0.9, application/json', /application\/json/],
    ['text/xml, application/json;q=0.1', /text\/xml/],
    ['*/*', /text\/xml/],
  ])('decides with its weights: %s', async (accept, type) => {
    const running = await runService();
    const { headers } = await running.post('/register', SALE, { accept });
    expect(headers['content-type']).toMatch(type);
  });
});

describe('the message to the operator', () => {
  const message = async (running: Running, path: string, body: string, language: string) =>
    (await running.post(path, body, { 'accept-language': language, 'content-type': 'application/json' }))
      .json;

  it('is in the language that the request asks for, while the register has no country', async () => {
    const running = await runService({ cfg: null });
    const sold = JSON.stringify(sale());
    const said = async (language: string) =>
      (await message(running, '/register', sold, language)).TraC.Result;
    expect(await said('de-AT,de;q=0.9,en;q=0.5')).toMatchObject({
      ErrorCode: '#NO_CFG',
      UserMessage: expect.stringMatching(/^Dieses Register/),
    });
    expect((await said('pt')).UserMessage).toMatch(/caixa/i);
    expect((await said('ja')).UserMessage).toMatch(/^This register is not set up/);
    expect((await message(running, '/register', '{', 'de')).TraC.Result.UserMessage).toMatch(/Kasse/);
    expect((await message(running, '/cfg', '{}', 'pt')).CfgC.Result.UserMessage).toMatch(/caixa/);
  });

  it('is in the language of the country as soon as there is one', async () => {
    const running = await runService();
    expect((await message(running, '/register', '{', 'de')).TraC.Result.UserMessage).toMatch(/caixa/);
  });
});
