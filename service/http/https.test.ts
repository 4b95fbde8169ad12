/** HTTPS and client certificates over real connections. */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localTime } from '../clock.ts';
import { startService } from '../run/service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService } from '../testing/running-service.ts';
import type { Problem } from '../wire.ts';

const HOUR = 3600_000;
const run = promisify(execFile);

describe.skipIf(!hasOpenssl())('HTTPS', () => {
  it('speaks with the identity of cer/ssl.pfx', async () => {
    const at = await certificates();
    const { service, ask } = await secured({ 'cer/ssl.pfx': at.pfx });
    expect(service.url).toMatch(/^https:/);
    expect(await ask('/state', { ca: at.ca })).toBe(200);
    await expect(ask('/state', {})).rejects.toThrow(/certificate/);
  });

  it('lets clients of the list connect and nobody else', async () => {
    const at = await certificates();
    const { ask } = await secured({ 'cer/ssl.pfx': at.pfx, 'cer/client/till.crt': at.listed.cert });
    expect(await ask('/state', { ca: at.ca, ...at.listed })).toBe(200);
    await expect(ask('/state', { ca: at.ca })).rejects.toThrow();
    await expect(ask('/state', { ca: at.ca, ...at.issued })).rejects.toThrow();
  });

  it('lets clients connect that the authority has issued', async () => {
    const at = await certificates();
    const { ask } = await secured({ 'cer/ssl.pfx': at.pfx, 'cer/client/ca-shop.pem': at.ca });
    expect(await ask('/state', { ca: at.ca, ...at.issued })).toBe(200);
    await expect(ask('/state', { ca: at.ca, ...at.listed })).rejects.toThrow();
    await expect(ask('/state', { ca: at.ca })).rejects.toThrow();
  });

  it('does not start where certificates would go unheeded', async () => {
    const at = await certificates();
    await expect(secured({ 'cer/client/till.crt': at.listed.cert })).rejects.toThrow(/need HTTPS/);
    await expect(secured({ 'cer/ssl.pfx': 'none' })).rejects.toThrow(/ssl\.pfx cannot be used/);
    await expect(secured({ 'cer/ssl.pfx': at.pfx, 'cer/client/x.pem': 'none' })).rejects.toThrow(
      /x\.pem is no certificate/,
    );
  });

  it('says in the log who was refused and why, once in five minutes', async () => {
    const at = await certificates();
    const { ask, clock, service, dataRoot } = await secured({
      'cer/ssl.pfx': at.pfx,
      'cer/client/till.crt': at.listed.cert,
    });
    const refused = async () => {
      const log = await fs.readFile(path.join(dataRoot, 'log', 'service.log'), 'utf8');
      return log.match(/a connection over HTTPS.*/g) ?? [];
    };
    const from = 'a connection over HTTPS from this machine is closed: ';
    const failing: (() => Promise<unknown>)[] = [
      () => ask('/state', { ca: at.ca }),
      () => ask('/state', { ca: at.ca, ...at.issued }),
      // Programs with OpenSSL say why they go; Node.js looks at the certificate only after the handshake.
      () => run('openssl', ['s_client', '-connect', `localhost:${service.port}`, '-verify_return_error']),
      () => fetch(`http://localhost:${service.port}/state`),
    ];
    for (const [i, fail] of failing.entries()) {
      await expect(fail()).rejects.toThrow();
      await expect.poll(async () => (await refused()).length).toBe(i + 1);
      await expect(fail()).rejects.toThrow();
      clock.advance(5 * 60_000);
    }
    expect(await refused()).toEqual([
      `${from}it shows no client certificate`,
      `${from}its client certificate (CN=Caixa 1) is not in cer/client, nor issued by an authority there`,
      expect.stringContaining(`${from}it does not trust the certificate of this service, ssl.pfx (`),
      `${from}it speaks plain HTTP; its address of the register must begin with https://`,
    ]);
  });

  it.each(['issued', 'listed'] as const)(
    'refuses a client certificate (%s) after its end, also on a connection that was kept',
    async (which) => {
      const at = await certificates();
      const list = which === 'issued' ? { 'ca-shop.pem': at.ca } : { 'till.crt': at.listed.cert };
      const [[name, content]] = Object.entries(list) as [[string, string]];
      const { ask, clock } = await secured({ 'cer/ssl.pfx': at.pfx, [`cer/client/${name}`]: content });
      const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const client = { ca: at.ca, ...at[which], agent };
      expect(await ask('/state', client)).toBe(200);
      expect(await ask('/state', client)).toBe(200);
      expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
      clock.advance(49 * HOUR);
      await expect(ask('/state', client)).rejects.toThrow();
      // Nor over a new one, and not before its beginning either.
      await expect(ask('/state', client)).rejects.toThrow();
      clock.advance(-60 * HOUR);
      await expect(ask('/state', client)).rejects.toThrow();
    },
  );

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'resumes no %s connection of a client: its certificates are looked at each time',
    async (maxVersion) => {
      const at = await certificates();
      const { service } = await secured({ 'cer/ssl.pfx': at.pfx, 'cer/client/ca-shop.pem': at.ca });
      let session: Buffer | undefined;
      const connect = () =>
        new Promise<boolean>((resolve, reject) => {
          const { port } = service;
          const to = { port: port!, servername: 'localhost', ca: at.ca, ...at.issued, maxVersion };
          const socket = tls.connect({ ...to, ...(session && { session }) });
          socket.on('session', (ticket: Buffer) => (session = ticket));
          socket.on('error', reject);
          socket.on('secureConnect', () => socket.write('GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n'));
          socket.on('data', () => {
            session ??= socket.getSession();
            resolve(socket.isSessionReused());
            socket.destroy();
          });
        });
      expect([await connect(), await connect()]).toEqual([false, false]);
      expect(session).toBeDefined();
    },
  );

  it('ends a connection of an hour with its next answer, so that all certificates are looked at again', async () => {
    const at = await certificates();
    const { answer, clock } = await secured({ 'cer/ssl.pfx': at.pfx, 'cer/client/ca-shop.pem': at.ca });
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async () => (await answer('/state', { ca: at.ca, ...at.issued, agent })).headers.connection;
    const before = [await ask()];
    clock.advance(HOUR + 1000);
    expect([...before, await ask(), await ask()]).toEqual(['keep-alive', 'close', 'keep-alive']);
  });

  it('tells browsers to come back over HTTPS: by a name, for a day, until the profile says otherwise', async () => {
    const at = await certificates();
    const { answer, clock } = await secured({ 'cer/ssl.pfx': at.pfx });
    const policy = async (host: string) =>
      (await answer('/state', { ca: at.ca, servername: 'localhost', headers: { host } })).headers[
        'strict-transport-security'
      ];
    expect([await policy('till1'), await policy('localhost')]).toEqual(['max-age=86400', undefined]);
    clock.advance(47 * HOUR);
    expect(Number((await policy('till1'))!.slice('max-age='.length))).toBeLessThanOrEqual(HOUR / 1000);
    const plain = await runService();
    expect(
      (await plain.get('/state', { host: 'till1' })).headers['strict-transport-security'],
    ).toBeUndefined();
  });

  it('warns on the page before the certificate ends, and where others can read its key', async () => {
    const at = await certificates();
    const { answer, clock } = await secured({ 'cer/ssl.pfx': at.pfx });
    const codes = async () =>
      (JSON.parse((await answer('/control/status', { ca: at.ca })).text) as { problems: Problem[] }).problems
        .map(({ code }) => code)
        .filter((code) => code.startsWith('TLS_'));
    await expect.poll(codes).toEqual(['TLS_ENDS', 'TLS_READABLE']);
    clock.advance(49 * HOUR);
    expect(await codes()).toEqual(['TLS_ENDED', 'TLS_READABLE']);
  });
});

interface Identity {
  key: string;
  cert: string;
}

type Client = {
  ca?: string;
  servername?: string;
  headers?: Record<string, string>;
  agent?: https.Agent;
} & Partial<Identity>;

/** A service with these files in its data root. Its clock begins when the certificates do, and then stands. */
async function secured(files: Record<string, string | Buffer>) {
  const { dataRoot, clock, stop } = await runService();
  await stop();
  for (const [name, content] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(dataRoot, name)), { recursive: true });
    await fs.writeFile(path.join(dataRoot, name), content, { mode: 0o644 });
  }
  clock.set(localTime(Date.now() + 60_000));
  const options = { dataRoot, port: 0, host: undefined, demo: undefined };
  const service = await startService(options, path.dirname(dataRoot), clock);
  onTestFinished(() => service.stop());
  const answer = (at: string, client: Client) =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const url = `https://localhost:${service.port}${at}`;
      const request = https.get(url, { agent: false, ...client }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode!, headers: response.headers, text });
        });
      });
      request.on('error', reject);
    });
  const ask = async (at: string, client: Client) => (await answer(at, client)).status;
  return { service, clock, ask, answer, dataRoot };
}

let made: ReturnType<typeof makeCertificates> | undefined;
/** Those of {@link makeCertificates}, made once. */
const certificates = () => (made ??= makeCertificates());

/** An authority, a server it has issued, a client it has issued, and a client that is its own. */
async function makeCertificates(): Promise<{ pfx: Buffer; ca: string; issued: Identity; listed: Identity }> {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const make = (name: string, subject: string, ...more: string[]) =>
    run(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.crt`),
      ...more,
    );
  make('ca', '/CN=Loja CA');
  const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-addext', 'basicConstraints=critical,CA:FALSE'];
  make('server', '/CN=localhost', ...by, '-addext', 'subjectAltName=DNS:localhost');
  make('issued', '/CN=Caixa 1', ...by);
  make('listed', '/CN=Caixa 2');
  run(
    'pkcs12',
    '-export',
    '-inkey',
    at('server.key'),
    '-in',
    at('server.crt'),
    '-certfile',
    at('ca.crt'),
    '-out',
    at('ssl.pfx'),
    '-passout',
    'pass:',
  );
  const read = (name: string) => fs.readFile(at(name), 'utf8');
  const identity = async (name: string) => ({
    key: await read(`${name}.key`),
    cert: await read(`${name}.crt`),
  });
  return {
    pfx: await fs.readFile(at('ssl.pfx')),
    ca: await read('ca.crt'),
    issued: await identity('issued'),
    listed: await identity('listed'),
  };
}

function hasOpenssl(): boolean {
  try {
    // Older ones, and those of other makers, issue no certificates by `req -CA`.
    return /^OpenSSL [3-9]/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}
