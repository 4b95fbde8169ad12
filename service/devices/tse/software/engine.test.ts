import { createPrivateKey, createPublicKey, X509Certificate, verify } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../../testing/official.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { TseOptions } from '../contract.ts';
import { signedSystem, signedTransaction, systemFile, systemValue, transactionFile } from '../log-message.ts';
import { tarEntry } from '../tar.ts';
import { deterministicSignature } from '../testing/deterministic.ts';
import { TseEngine, type EngineOptions, type TseRefusal } from './engine.ts';
import { SOFTWARE_TSE, softwareTse } from './tse.ts';

const OFFICIAL = 'examples/de/tse-synthetic.json';
/** RFC 7515, A.3. */
const KEY = createPrivateKey({
  format: 'jwk',
  key: {
    ...{ kty: 'EC', crv: 'P-256', d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' },
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  },
});
const SERIAL = 'dcd2446ca98830c843c493a672364ba971d674fbef5ce87d697165b31e90300a';
const DATA = 'Beleg^19.99_5.35_0.00_0.00_0.00^20.00:Bar_5.34:Unbar';

function engine(options: Partial<EngineOptions> = {}) {
  const clock = new ManualClock('2026-05-12T12:00:00');
  const made = new TseEngine({ file: ':memory:', clock, ...options });
  onTestFinished(() => made.close());
  made.initialise();
  made.registerClient('KASSE-1');
  return { made, clock };
}

const refusal = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as TseRefusal).trouble;
  }
};

interface Synthetic {
  serial: string;
  logs: { file: string; signedHex: string; signatureBase64: string; logHex: string }[];
}

it('makes the messages and signatures of the synthetic TSE, byte for byte', ({ skip }) => {
  needOfficial(skip, lacksOfficial(OFFICIAL));
  const { serial, logs } = JSON.parse(officialBytes(OFFICIAL).toString()) as Synthetic;
  expect(serial).toBe(SERIAL);
  const by = { serial: SERIAL, algorithm: 'ecdsa-plain-SHA256' };
  const about = { client: 'TESTKASSE01', transaction: 1 };
  const system = {
    ...{ ...by, event: 'registerClient', counter: 1, seconds: 1767261600 },
    data: systemValue(0, Buffer.from('TESTKASSE01')),
  };
  const start = {
    ...{ ...by, ...about, operation: 'StartTransaction' as const, counter: 2, seconds: 1767261660 },
    ...{ processType: '', processData: '' },
  };
  const finish = {
    ...{ ...by, ...about, operation: 'FinishTransaction' as const, counter: 3, seconds: 1767261690 },
    ...{ processType: 'Kassenbeleg-V1', processData: DATA },
  };
  const made = [
    [systemFile(system), signedSystem(system)] as const,
    [transactionFile(start), signedTransaction(start)] as const,
    [transactionFile(finish), signedTransaction(finish)] as const,
  ].map(([file, signed]) => ({
    file,
    signedHex: signed.toString('hex'),
    signatureBase64: deterministicSignature(signed, KEY).toString('base64'),
  }));
  expect(made).toEqual(
    logs.map(({ file, signedHex, signatureBase64 }) => ({ file, signedHex, signatureBase64 })),
  );
});

it('numbers transactions and signatures without a gap, and signs so that anybody can check it', () => {
  const { made, clock } = engine();
  const first = made.start('KASSE-1', 'a');
  clock.advance(30_000);
  const end = made.finish('KASSE-1', first.transaction, 'Kassenbeleg-V1', DATA);
  const second = made.start('KASSE-1', 'b');
  expect([first, end, second].map(({ counter, transaction }) => [counter, transaction])).toEqual([
    [3, 1],
    [4, 1],
    [5, 2],
  ]);
  const { serial, publicKey, algorithm, certificates } = made.identity!;
  const signed = signedTransaction({
    ...{ serial, algorithm, counter: 4, seconds: end.time / 1000, operation: 'FinishTransaction' },
    ...{ client: 'KASSE-1', transaction: 1, processType: 'Kassenbeleg-V1', processData: DATA },
  });
  const certificate = new X509Certificate(Buffer.from(certificates[0]!, 'base64'));
  const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  expect(certificate.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('base64')).toBe(
    publicKey,
  );
  const signature = Buffer.from(end.signature, 'base64');
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
});

it('goes on after a restart where it ended, with what was open', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tse-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const [file, clock] = [path.join(folder, 'tse.db'), new ManualClock('2026-05-12T12:00:00')];
  const before = new TseEngine({ file, clock });
  before.initialise();
  before.registerClient('KASSE-1');
  const { transaction } = before.start('KASSE-1', 'x');
  const serial = before.identity?.serial;
  before.close();
  clock.advance(-3_600_000);
  const after = new TseEngine({ file, clock });
  expect(after.identity?.serial).toBe(serial);
  expect(after.open('KASSE-1')).toMatchObject([{ transaction, reference: 'x' }]);
  const end = after.finish('KASSE-1', transaction, 'Kassenbeleg-V1', DATA);
  // Its clock does not go back with that of the machine.
  expect(end).toMatchObject({ counter: 4, time: new ManualClock('2026-05-12T12:00:00').now() });
  expect(after.open('KASSE-1')).toEqual([]);
  after.close();
});

it('signs what is asked for at the same time, one of them refused, as one after the other', async () => {
  const { made } = engine();
  const tse = softwareTse(made);
  const told = await Promise.all([
    tse.start({ client: 'KASSE-1', reference: 'a' }),
    tse.start({ client: 'KASSE-2', reference: 'b' }),
    tse.start({ client: 'KASSE-1', reference: 'c' }),
  ]);
  expect(told).toMatchObject([
    { outcome: 'done', result: { transaction: 1, counter: 3 } },
    { outcome: 'not-done', failure: { trouble: 'client-unknown' } },
    { outcome: 'done', result: { transaction: 2, counter: 4 } },
  ]);
  expect(made.open(null).map(({ reference }) => reference)).toEqual(['a', 'c']);
});

it('has signed nothing that could not be stored, and goes on where it was', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tse-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'tse.db');
  const { made } = engine({ file });
  const tse = softwareTse(made);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  // Somebody else writes: its commit must wait, and does not.
  other.exec('BEGIN IMMEDIATE');
  const start = (reference: string) => tse.start({ client: 'KASSE-1', reference });
  const lost = await Promise.all(['a', 'b'].map(start));
  expect(lost).toMatchObject([{ outcome: 'not-done' }, { outcome: 'not-done' }]);
  other.exec('ROLLBACK');
  expect(await Promise.all(['c', 'd'].map(start))).toMatchObject([
    { outcome: 'done', result: { transaction: 1, counter: 3 } },
    { outcome: 'done', result: { transaction: 2, counter: 4 } },
  ]);
});

it('refuses what a TSE refuses, and signs nothing then', () => {
  const { made } = engine({ mostOpen: 1, mostClients: 1 });
  expect(refusal(() => made.start('KASSE-2', null))).toBe('client-unknown');
  expect(refusal(() => made.registerClient('KASSE-2'))).toBe('client-limit');
  const { transaction } = made.start('KASSE-1', null);
  expect(refusal(() => made.start('KASSE-1', null))).toBe('transaction-limit');
  expect(refusal(() => made.finish('KASSE-1', 9, '', ''))).toBe('transaction-unknown');
  made.finish('KASSE-1', transaction, 'Kassenbeleg-V1', DATA);
  expect(refusal(() => made.finish('KASSE-1', transaction, '', ''))).toBe('transaction-unknown');
  made.disable();
  expect(refusal(() => made.start('KASSE-1', null))).toBe('disabled');
  expect(made.counter).toBe(5);
});

it.each([
  ['store-full', { storeSize: 100 }, 0],
  ['signatures-exhausted', { mostSignatures: 2 }, 0],
  ['certificate-expired', {}, 9 * 365 * 86_400_000],
] as const)('stops with %s', (trouble, options, later) => {
  const { made, clock } = engine(options);
  clock.advance(later);
  expect(refusal(() => made.start('KASSE-1', null))).toBe(trouble);
});

it('exports its certificate and its messages, all or some, and deletes what was exported as a whole', async () => {
  const { made } = engine();
  for (const reference of ['a', 'b', 'c'])
    made.finish('KASSE-1', made.start('KASSE-1', reference).transaction, 'SonstigerVorgang', reference);
  const names = async (filter: Parameters<typeof made.export>[0]) => {
    const pieces: Buffer[] = [];
    for await (const piece of made.export(filter)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    return namesOf(bytes).map((name) =>
      name.replace(/^Unixt_\d+_/, '').replace(made.identity!.serial, 'SERIAL'),
    );
  };
  expect(refusal(() => made.deleteExported())).toBe('not-exported');
  expect(await names({ transactions: { from: 2, till: 2 } })).toEqual([
    'info.csv',
    'SERIAL_X509.der',
    'Sig-5_Log-Tra_No-2_Start_Client-KASSE-1.log',
    'Sig-6_Log-Tra_No-2_Finish_Client-KASSE-1.log',
  ]);
  expect(refusal(() => made.deleteExported())).toBe('not-exported');
  expect(await names({})).toHaveLength(10);
  made.deleteExported();
  expect(await names({})).toEqual(['info.csv', 'SERIAL_X509.der', 'Sig-9_Log-Sys_deleteStoredData.log']);
  expect(made.start('KASSE-1', 'd')).toMatchObject({ transaction: 4, counter: 10 });
});

it('writes names of any length into archives', () => {
  const long = `${'a'.repeat(150)}.log`;
  const bytes = tarEntry({ name: long, content: Buffer.from('x'), seconds: 1 });
  expect(bytes.length % 512).toBe(0);
  expect(bytes.subarray(512, 1024).toString('latin1').replaceAll('\0', '')).toBe(`164 path=${long}\n`);
});

/** Names of the files of an archive without long names. */
function namesOf(tar: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; tar[at] !== 0;) {
    names.push(
      tar
        .subarray(at, at + 100)
        .toString('latin1')
        .replaceAll('\0', ''),
    );
    const size = parseInt(tar.subarray(at + 124, at + 135).toString('latin1'), 8);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

it('is broken and keeps nothing from starting where its memory is no database', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tse-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'software-tse.db'), 'garbage'.repeat(500));
  const tse = SOFTWARE_TSE.open({ folder, clock: new ManualClock() } as unknown as TseOptions);
  const broken = { outcome: 'not-done', failure: { trouble: 'defective' } };
  expect(await tse.state()).toMatchObject(broken);
  expect(await tse.start({ client: 'KASSE-1', reference: 'a' })).toMatchObject(broken);
  await tse.close();
});
