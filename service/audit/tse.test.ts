import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { lacksOfficial, needOfficial, officialPath } from '../testing/official.ts';
import { BEGIN, INFO, makeLog, makeTar, makeTse } from '../tse-export/testing/make-export.ts';
import type { TseReport } from '../tse-export/verify.ts';
import { verify, type AuditPlaces } from './command.ts';

const nowhere = () => {
  throw new Error('a journal was asked for');
};
const places: AuditPlaces = { journal: nowhere, publicKeys: nowhere, vault: nowhere };

async function command(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const end = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  const code = await verify(args, places, { stdout: end(out), stderr: end(err) });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

describe('npm run verify -- --tse', () => {
  const tse = makeTse();
  const log = makeLog(tse, { counter: 5, time: BEGIN });
  const later = makeLog(tse, { operation: 'Finish', counter: 7, time: BEGIN + 1 });
  async function exportFile(...logs: (typeof log)[]): Promise<string> {
    const file = path.join(await temporaryFolder(), 'export.tar');
    fs.writeFileSync(file, makeTar([INFO, ...tse.certificates, ...logs]));
    return file;
  }

  it('says what was checked, and OK', async () => {
    const file = await exportFile(log);
    const { code, stdout, stderr } = await command('--tse', file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `TSE export ${file}`,
      '  made by Tillmark, 1, Test',
      `  TSE ${tse.serial}`,
      '    Signatures    1 of 1 log message fit (ecdsa-plain-SHA256)',
      '    Logs          1 of transactions, 0 of the system, 0 of audits',
      '    Counters      5 to 5',
      '    Transactions  1 to 1, 0 finished, 1 open, of 1 client',
      '    Time          2026-01-01T10:00:00Z to 2026-01-01T10:00:00Z',
      '    Certificate   until 2027-01-02',
      `  remark: ${log.name}: transaction 1 is open at the end of the export`,
      'OK: 1 log message of 1 TSE',
      '',
    ]);
  });

  it('names what is wrong by file and reason, with exit code 1', async () => {
    const file = await exportFile(log, later);
    const { code, stdout } = await command('--tse', file);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `First: ${later.name}: log messages are missing: signature counter 6 is not there`,
    );
    expect((await command('--tse', file, '--filtered')).code).toBe(0);
    expect(JSON.parse((await command('--tse', file, '--json')).stdout)).toMatchObject({ ok: false, logs: 2 });
  });

  it('holds the chain against a key that an auditor brings', async () => {
    const file = await exportFile(log);
    const [, root] = tse.certificates;
    const own = path.join(path.dirname(file), 'own.pem');
    fs.writeFileSync(own, root!.content);
    expect((await command('--tse', file, '--key', own)).code).toBe(0);
    fs.writeFileSync(own, makeTse().certificates[1]!.content);
    expect(await command('--tse', file, '--key', own)).toMatchObject({ code: 1 });
    fs.writeFileSync(own, 'no key');
    expect(await command('--tse', file, '--key', own)).toMatchObject({ code: 2 });
  });

  it.each([
    [['--tse', ''], 2, '--tse must name a file'],
    [['--tse', 'x', '--data-root', 'y'], 2, '--data-root is about a journal'],
    [['--data-root', 'y', '--filtered'], 2, '--filtered is about an export'],
    [['--tse', '/nowhere/export.tar'], 3, 'cannot be read (ENOENT)'],
    [['--tse', '/'], 3, '/ is no file'],
  ])('%j', async (args, code, text) => {
    const end = await command(...args);
    expect(end.code).toBe(code);
    expect(end.stderr).toContain(text);
  });
});

describe('exports of makers', () => {
  const FOLDER = 'examples/de/real-exports';

  /** Findings by file, with how many there are. */
  async function judged(name: string): Promise<{ report: TseReport; texts: string[] }> {
    const report = JSON.parse(
      (await command('--tse', officialPath(`${FOLDER}/${name}.tar`), '--json')).stdout,
    ) as TseReport;
    return {
      report,
      texts: report.findings.map(({ text }) => text.replace(/^log messages are missing: /, '')),
    };
  }
  const missing = (range: string) => `signature counter ${range} not there`;
  const otherSignature = 'its signature does not fit: it was changed, or another TSE has signed it';

  beforeEach(({ skip }) => needOfficial(skip, lacksOfficial(FOLDER)));

  // What is missing in exports that their makers' checker takes for good is missing indeed.
  it.each([
    ['good/4b5ba740-06fe-4506-9afc-e9f1eabadaa4', 8, []],
    ['good/6e6c6a42-5c8d-4a9c-9572-26c10619d020', 10, []],
    ['good/e37c9746-7959-4b41-bf92-23ca980070a8', 13, []],
    ['good/TSE_Export_12f97c6a-2c23-4dfe-a04d-2d94342789d2_202109171415', 97, []],
    ['good/TSSProtokoll_GF_2021-09-28_11_07_59', 6, []],
    ['../tse-synthetic', 3, []],
    ['good/TSSProtokoll_WB_2021-09-27_12_09_56', 10, []],
    [
      'good/2021-09-30_63641_TSE',
      141,
      ['22 to 25 are', '78 to 92 are', '117 to 153 are', '192 to 198 are', '204 is'].map(missing),
    ],
    ['good/failedUpdate', 21, [missing('2 is')]],
    ['good/logMessages1', 17, [missing('2 is')]],
    ['good/softwareUpdate', 9, [...Array<string>(16).fill(otherSignature), missing('2 is')]],
    [
      'bad/ThreeMissingAreasOfSignatureCounter',
      41,
      ['7 to 9 are', '19 to 22 are', '43 to 45 are'].map(missing),
    ],
    [
      'bad/inconsistent_certificates',
      3,
      [
        missing('644 to 837 are'),
        missing('839 to 1042 are'),
        'its name is not the hash of its public key, adb6400083cdcb70bdbeebfa86dea3951394567dfe693d3c849c787947715f5c',
      ],
    ],
  ])('%s', async (name, verified, texts) => {
    const found = await judged(name);
    expect(found.report.tses[0]?.verified).toBe(verified);
    expect(found.texts).toEqual(texts);
  });
});
