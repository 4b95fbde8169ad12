import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BEGIN,
  element,
  INFO,
  makeLog,
  makeTar,
  makeTse,
  tarMember,
  type TarMember,
} from './testing/make-export.ts';
import { verifyExport, type VerifyOptions } from './verify.ts';

const tse = makeTse();

/** Three sales, each begun and finished, behind a system log and an audit log. */
const logs = [
  makeLog(tse, { kind: 'system', operation: 'initialize', counter: 1, time: BEGIN }),
  makeLog(tse, { kind: 'audit', counter: 2, time: BEGIN }),
  ...[1, 2, 3].flatMap((number) => [
    makeLog(tse, { operation: 'Start', number, counter: 1 + 2 * number, time: BEGIN + 10 * number }),
    makeLog(tse, {
      operation: 'Finish',
      ...{ number, counter: 2 + 2 * number, time: BEGIN + 10 * number + 5 },
      ...{ type: 'Kassenbeleg-V1', data: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' },
    }),
  ]),
];
const whole: readonly TarMember[] = [INFO, ...tse.certificates, ...logs];

function report(archive: Buffer, options: VerifyOptions = {}, piece = archive.length) {
  return verifyExport(async function* () {
    for (let at = 0; at < archive.length; at += piece) yield archive.subarray(at, at + piece);
    await Promise.resolve();
  }, options);
}

async function findings(members: readonly TarMember[], options?: VerifyOptions): Promise<string[]> {
  const { findings: found, ok } = await report(makeTar(members), options);
  expect(ok).toBe(found.length === 0);
  return found.map(({ file, text }) => `${file}: ${text}`);
}

const without = (...counters: number[]) =>
  whole.filter(({ name }) => !counters.some((counter) => name.includes(`_Sig-${counter}_`)));
const changed = (counter: number, draft: Parameters<typeof makeLog>[1]) =>
  whole.map((member) => (member.name.includes(`_Sig-${counter}_`) ? makeLog(tse, draft) : member));

describe('an export without mistakes', () => {
  it('is right, in any order and by pieces of any size', async () => {
    const archive = makeTar([...whole].reverse());
    for (const piece of [1, 511, 512, 4096, archive.length]) {
      const { ok, tses, logs: count, files } = await report(archive, {}, piece);
      expect({ ok, count, files }).toEqual({ ok: true, count: 8, files: 11 });
      expect(tses).toMatchObject([
        {
          ...{ serial: tse.serial, verified: 8, algorithm: 'ecdsa-plain-SHA256', clients: 1 },
          ...{ logs: { transaction: 6, system: 1, audit: 1 }, counters: { first: 1, last: 8 } },
          transactions: { first: 1, last: 3, finished: 3, open: 0 },
        },
      ]);
    }
  });

  it.each([
    ['secp384r1', 'sha384'],
    ['brainpoolP256r1', 'sha256'],
    ['brainpoolP384r1', 'sha384'],
  ] as const)('is signed on %s', async (curve, hash) => {
    const other = makeTse(curve, hash);
    const log = makeLog(other, { counter: 1, time: BEGIN });
    expect(await findings([INFO, ...other.certificates, log])).toEqual([]);
  });

  it('may have DER signatures, long names, two TSEs, an open transaction and no proper end', async () => {
    const other = makeTse();
    const client = `${'Kasse '.repeat(20)}1`;
    const members = [
      ...whole,
      ...other.certificates,
      makeLog(other, { counter: 9, time: BEGIN, client, der: true }),
    ];
    const { ok, tses, remarks } = await report(makeTar(members, false));
    expect({ ok, serials: tses.map(({ verified }) => verified) }).toEqual({ ok: true, serials: [8, 1] });
    expect(remarks.map(({ text }) => text)).toEqual([
      'the archive has no proper end; its last file is whole',
      'transaction 1 is open at the end of the export',
    ]);
  });
});

describe('what is wrong is named by file and reason', () => {
  const last = (counter: number) => logs[counter - 1]!.name;

  it('a byte that was changed, anywhere in a log message', async () => {
    const log = logs[7]!;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: log.content.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, difference) => {
          const content = Buffer.from(log.content);
          content[at] = content[at]! ^ difference;
          const found = await findings([...whole.slice(0, -1), { ...log, content }]);
          expect(found[0]).toContain(log.name);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a log message that is missing', without(4), 'signature counter 4 is not there'],
    ['several', without(3, 4, 5), 'signature counter 3 to 5 are not there'],
    ['one that is there twice', [...whole, logs[7]!], 'signature counter 8 is there twice'],
    [
      'the certificate of the TSE',
      [INFO, tse.certificates[1]!, ...logs],
      `no certificate is of the TSE ${tse.serial}`,
    ],
    ['info.csv', whole.slice(1), 'info.csv: it is missing'],
    [
      'a time before that of the log message before it',
      changed(8, { operation: 'Finish', number: 3, counter: 8, time: BEGIN + 20 }),
      'its time is 10 s before',
    ],
    [
      'a transaction number twice',
      changed(7, { number: 2, counter: 7, time: BEGIN + 30 }),
      'transaction 2 begins after transaction 2',
    ],
    [
      'a transaction number left out',
      changed(7, { number: 4, counter: 7, time: BEGIN + 30 }),
      'transaction 3 is not there',
    ],
    [
      'an end without a beginning',
      changed(8, { operation: 'Finish', number: 9, counter: 8, time: BEGIN + 40 }),
      'transaction 9 goes on that has not begun',
    ],
    [
      'an end by another client',
      changed(8, { operation: 'Finish', client: 'X', number: 3, counter: 8, time: BEGIN + 35 }),
      'transaction 3 was begun by another client',
    ],
    [
      'a time after the certificate',
      changed(8, { operation: 'Finish', number: 3, counter: 8, time: BEGIN + 400 * 86_400 }),
      'after the certificate of its TSE ended',
    ],
    [
      'a name with another counter',
      [...without(8), { ...logs[7]!, name: last(8).replace('Sig-8', 'Sig-9') }],
      'the name says signature counter 9, the log message 8',
    ],
    [
      'a name with another time',
      [...without(8), { ...logs[7]!, name: last(8).replace('Unixt_', 'Unixt_1') }],
      'the name says time',
    ],
    [
      'a name that is none',
      [...without(8), { ...logs[7]!, name: 'x.log' }],
      'x.log: its name is not that of a log message',
    ],
    [
      'a link',
      [...whole, { name: '../../etc/passwd', type: '2' }],
      '../../etc/passwd: it is no file but a link',
    ],
    [
      'a log message without an end',
      [...without(8), { ...logs[7]!, content: logs[7]!.content.subarray(0, -9) }],
      'it is no log message',
    ],
    [
      'a certificate of another key',
      [INFO, { ...tse.certificates[0]!, name: tse.certificates[1]!.name }, ...logs],
      'its name is not the hash of its public key',
    ],
    ['nothing at all', [], 'there is no log message in it'],
  ] as [string, TarMember[], string][])('%s', async (_what, members, text) => {
    expect((await findings(members)).join('\n')).toContain(text);
  });

  it('an issuer that is not trusted', async () => {
    const [leaf, root] = tse.certificates.map(({ name }) => name.slice(0, 64));
    expect(await findings(whole, { trusted: new Set([root!]) })).toEqual([]);
    expect(await findings(whole, { trusted: new Set([leaf!]) })).toEqual([]);
    expect((await findings(whole, { trusted: new Set(['00']) }))[0]).toContain('is trusted');
  });

  it('but gaps are remarks where an export was limited', async () => {
    const { ok, remarks } = await report(makeTar(without(4, 5)), { filtered: true });
    expect(ok).toBe(true);
    expect(remarks.map(({ text }) => text).join()).toContain('signature counter 4 to 5 are not there');
  });
});

describe('a hostile archive', () => {
  const archive = makeTar(whole);

  it('cut off anywhere is named, with what comes before checked', async () => {
    for (let end = 512; end < archive.length - 1024; end += 307) {
      const { ok, findings: found } = await report(archive.subarray(0, end));
      expect({ end, ok, count: found.length > 0 }).toEqual({ end, ok: false, count: true });
    }
  });

  it('with any bytes ends in findings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        async (changes) => {
          const bytes = Buffer.from(archive);
          for (const [at, byte] of changes) bytes[at] = byte;
          expect((await report(bytes)).bytes).toBeLessThanOrEqual(bytes.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a size of 8 GB', tarMember({ name: 'Unixt_1_Sig-1_Log-Aud.log', size: 8 ** 11 - 1 }), 'cut off'],
    ['a header of 1 GB', tarMember({ name: 'PaxHeader', type: 'x', size: 1e9 }), 'an extended header of'],
    ['no archive', [Buffer.from('PK'.padEnd(600, 'x'))], 'this is no TAR archive'],
    ['something behind its end', [Buffer.alloc(1024), ...tarMember({ name: 'x.log' })], 'behind the end'],
  ])('%s', async (_what, parts, text) => {
    const { findings: found } = await report(Buffer.concat(parts));
    expect(found.map((one) => one.text).join('\n')).toContain(text);
  });

  it('with elements in elements without an end is no log message', async () => {
    const nested = Buffer.concat([Buffer.from('a280'.repeat(50_000), 'hex')]);
    const content = element(0x30, element(0x02, Buffer.from([2])), nested);
    expect((await findings([...without(8), { ...logs[7]!, content }])).join()).toContain(
      'it is no log message',
    );
  });
});

it('takes times and names that nobody expects for what they are', async () => {
  const odd = makeLog(tse, { counter: 9, time: 2 ** 50, number: 4 });
  expect((await findings([...whole, odd])).join()).toContain('the time is none');
  const far = makeLog(tse, { counter: 9, time: 253_402_300_799, number: 4 });
  expect((await findings([...whole, far])).join()).toContain('after the certificate of its TSE ended');
});
