import { spawn } from 'node:child_process';
import { createHash, randomUUID, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { post } from '../../countries/base/http-client.ts';
import { readKeyFile } from '../../certificates/read.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import type { IssuedKey, KeyWithCertificate } from '../authority-keys.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const TAX = 99_999_862;
const PATHS = { invoices: '/v1/cash_registers/invoices', premises: '/v1/cash_registers/invoices/register' };

let key: IssuedKey;
beforeAll(async () => {
  const first = await startEmulator();
  key = await first.issue(String(TAX));
  await first.stop();
});

async function start(): Promise<Emulator> {
  const furs = await startEmulator();
  onTestFinished(() => furs.stop());
  furs.know(key);
  return furs;
}

/** Written without the product's client. */
function token(payload: unknown, by: KeyWithCertificate, more: object = {}): string {
  const name = (lines: string) => lines.split('\n').reverse().join(',');
  const { subject, issuer, serialNumber } = by.certificate;
  const serial = BigInt(`0x${serialNumber}`).toString();
  const header = JSON.stringify({
    ...{ alg: 'RS256', subject_name: name(subject), issuer_name: name(issuer), serial: 'S' },
    ...more,
  }).replace('"S"', serial);
  const signed = [header, JSON.stringify(payload)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), by.key).toString('base64url')}`;
}

async function send(
  furs: Pick<Emulator, 'url' | 'ca'>,
  where: string,
  body: object,
  by: KeyWithCertificate = key,
) {
  const posted = await post(
    {
      ...{ url: `${furs.url}${where}`, name: 'FURS', ca: furs.ca, timeoutMs: 20_000 },
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      client: {
        certificate: by.certificate.toString(),
        key: by.key.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
    },
    JSON.stringify(body),
  );
  if (!('body' in posted)) return posted;
  const answer = JSON.parse(posted.body.toString() || '{}') as { token?: string };
  const [, payload = ''] = answer.token?.split('.') ?? [];
  return payload === '' ? answer : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as object);
}

const Header = () => ({ MessageID: randomUUID(), DateTime: `${new Date().toISOString().slice(0, 19)}Z` });

function invoice(more: object = {}, InvoiceNumber = '1') {
  const input = `${TAX}01.11.2026 10:00:00${InvoiceNumber}SHOPB112.20`;
  const ProtectedID = createHash('md5')
    .update(sign('sha256', Buffer.from(input), key.key))
    .digest('hex');
  return {
    ...{ TaxNumber: TAX, IssueDateTime: '2026-11-01T10:00:00', NumberingStructure: 'B' },
    InvoiceIdentifier: { BusinessPremiseID: 'SHOP', ElectronicDeviceID: 'B1', InvoiceNumber },
    ...{ InvoiceAmount: 12.2, PaymentAmount: 12.2 },
    TaxesPerSeller: [{ VAT: [{ TaxRate: 22, TaxableAmount: 10, TaxAmount: 2.2 }] }],
    ...{ OperatorTaxNumber: 15_012_557, ProtectedID, ...more },
  };
}
const told = (Invoice: object) => ({ token: token({ InvoiceRequest: { Header: Header(), Invoice } }, key) });
const premises = (more: object = {}) => ({
  BusinessPremiseRequest: {
    Header: Header(),
    BusinessPremise: {
      ...{ TaxNumber: TAX, BusinessPremiseID: 'SHOP', BPIdentifier: { PremiseType: 'A' } },
      ...{ ValidityDate: '2026-01-01', SoftwareSupplier: [{ NameForeign: 'Maker' }], ...more },
    },
  },
});
const codeOf = (answer: object) => /"ErrorCode":"(\w+)"/.exec(JSON.stringify(answer))?.[1] ?? answer;

it('takes a receipt once its premises are registered, gives it one EOR, and sees doubles', async () => {
  const furs = await start();
  expect(codeOf(await send(furs, PATHS.invoices, told(invoice())))).toBe('s006');
  await send(furs, PATHS.premises, { token: token(premises(), key) });
  const eor = async (one: object) =>
    /"UniqueInvoiceID":"([^"]+)"/.exec(JSON.stringify(await send(furs, PATHS.invoices, told(one))))?.[1];
  const first = await eor(invoice());
  expect(first).toBeDefined();
  expect(await eor(invoice({ SubsequentSubmit: true }))).toBe(first);
  expect(furs.invoices).toMatchObject([{ number: 'SHOP-B1-1', protected: true, late: false }]);
  expect(await eor(invoice({ PaymentAmount: 1 }))).not.toBe(first);
  expect(furs.doubles).toHaveLength(1);
  expect(await eor(invoice({ ProtectedID: 'a'.repeat(32) }, '2'))).toBeDefined();
  expect(furs.invoices.at(-1)!.protected).toBe(false);
});

it.each<[string, () => object, string]>([
  ['no token', () => ({ token: 'x' }), 's001'],
  ['another name', () => ({ token: token({}, key, { subject_name: 'CN=other' }) }), 's004'],
  ['another algorithm', () => ({ token: token({}, key, { alg: 'RS512' }) }), 's003'],
  ['a changed payload', () => ({ token: told(invoice()).token.replace(/\.[^.]/, '.A') }), 's001'],
  ['a wrong signature', () => ({ token: `${told(invoice()).token.slice(0, -8)}AAAAAAAA` }), 's003'],
  ['another company', () => told(invoice({ TaxNumber: 15_012_557 })), 's005'],
  ['a missing value', () => told({ ...invoice(), PaymentAmount: undefined }), 's002'],
  ['a value that is not known', () => told(invoice({ Extra: 1 })), 's002'],
  ['three decimals', () => told(invoice({ InvoiceAmount: 12.201 })), 's002'],
  ['a day that there is none of', () => told(invoice({ IssueDateTime: '2026-02-30T10:00:00' })), 's002'],
])('refuses %s', async (_what, body, code) => {
  expect(codeOf(await send(await start(), PATHS.invoices, body()))).toBe(code);
});

it('takes no message id twice, and nobody whose certificate it has not issued', async () => {
  const furs = await start();
  const body = { token: token(premises(), key) };
  await send(furs, PATHS.premises, body);
  expect(codeOf(await send(furs, PATHS.premises, body))).toBe('s001');
  const { newSignatory } = await import('../../countries/base/testing/signers.ts');
  expect(await send(furs, PATHS.premises, body, newSignatory('nobody'))).toHaveProperty('unreachable');
});

it('runs from the command line, keeps its keys and obeys its input', async () => {
  const folder = await temporaryFolder();
  const program = path.join(import.meta.dirname, '..', 'main.ts');
  const child = spawn(process.execPath, [program, 'furs', '--port', '0', '--out', folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (output.includes(text)) resolve();
      };
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        look();
      });
      look();
    });
  await until('Commands:');
  const url = /https:\/\/localhost:\d+/.exec(output)![0];
  const ca = fs.readFileSync(path.join(folder, 'ca.pem'), 'utf8');
  const read = await readKeyFile(fs.readFileSync(path.join(folder, '12345679.p12')), 'Emulator1');
  if ('problem' in read) throw new Error(read.text);
  expect(await send({ url, ca }, '/v1/cash_registers/echo', { EchoRequest: 'a' }, read)).toEqual({
    EchoResponse: 'a',
  });
  child.stdin.write('fail 503\n');
  await until('done: fail 503');
  expect(await send({ url, ca }, PATHS.premises, {}, read)).toEqual({});
  await until('premises: 503');
});
