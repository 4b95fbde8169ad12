import { beforeAll, describe, expect, it } from 'vitest';
import { CashRegister, type Issued } from './cash-register.ts';
import { newRoot, newUnit, type Unit } from './certificates.ts';
import { auditorOf, depFile, each, verified } from './verification.ts';
import { readDep, type DepPart } from './dep-file.ts';
import type { VerifyOptions } from '../verify/verifier.ts';

let card: Unit;
let auditor: VerifyOptions;
let issued: Issued[];
beforeAll(() => {
  const root = newRoot();
  card = newUnit(root, '3a7f01');
  auditor = auditorOf(root);
  const register = new CashRegister('KASSE-1');
  for (let i = 0; i < 3; i++) register.issue({ number: `${i}`, time: '2026-01-02T08:00:00', unit: card });
  issued = register.issued;
});

const verify = (text: string | Buffer) => verified(each([Buffer.from(text)]), auditor);

/** A file with one group; members in the order they are given. */
function fileOf(members: Record<string, unknown>): string {
  return JSON.stringify({ 'Belege-Gruppe': [members] });
}

function group(): Record<string, unknown> {
  return {
    Signaturzertifikat: card.certificate,
    Zertifizierungsstellen: card.authorities,
    'Belege-kompakt': issued.map(({ jws }) => jws),
  };
}

async function parts(text: string): Promise<DepPart[]> {
  const read: DepPart[] = [];
  for await (const part of readDep(each([Buffer.from(text)]))) read.push(part);
  return read;
}

describe('a DEP file', () => {
  it('is the same in pieces of any size', async () => {
    const file = await depFile(issued);
    for (const size of [1, 7, 100, file.length]) {
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
        file.subarray(i * size, (i + 1) * size),
      );
      expect(await verified(each(pieces), auditor)).toMatchObject({
        findings: [],
        summary: { signatures: 3 },
      });
    }
  });

  it('may have its members in any order, and the later name of the certificate', async () => {
    const { Signaturzertifikat, Zertifizierungsstellen, 'Belege-kompakt': receipts } = group();
    const orders = [
      { 'Belege-kompakt': receipts, Zertifizierungsstellen, Signaturzertifikat },
      { Zertifizierungsstellen, 'Belege-kompakt': receipts, Signaturzertifikat },
      {
        'Signatur- bzw. Siegelzertifikat': Signaturzertifikat,
        Zertifizierungsstellen,
        'Belege-kompakt': receipts,
      },
    ];
    const expected = await parts(fileOf(group()));
    expect(expected.map(({ kind }) => kind)).toStrictEqual(['group', 'receipt', 'receipt', 'receipt']);
    for (const members of orders) {
      expect(await parts(fileOf(members))).toStrictEqual(expected);
      expect(await verify(fileOf(members))).toMatchObject({ findings: [], summary: { signatures: 3 } });
    }
  });

  it('may be indented and begin with a byte order mark', async () => {
    const text = JSON.stringify({ 'Belege-Gruppe': [group()] }, null, 4);
    expect(await verify(`\ufeff${text}`)).toMatchObject({ findings: [] });
  });

  it('may have members that the law does not know', async () => {
    const text = JSON.stringify({
      Kasse: { a: [1, { b: null }] },
      'Belege-Gruppe': [{ ...group(), Notiz: 'x' }],
      Kasse2: 2,
    });
    const { findings } = await verify(text);
    expect(findings).toMatchObject(
      ['Kasse', 'Notiz', 'Kasse2'].map((name) => ({
        severity: 'warning',
        check: 'file',
        receipt: 0,
        text: expect.stringContaining(name),
      })),
    );
    expect(findings).toHaveLength(3);
  });

  it.each(['Signaturzertifikat', 'Zertifizierungsstellen', 'Belege-kompakt'])(
    'needs %s in each group',
    async (name) => {
      const members = group();
      delete members[name];
      const { findings } = await verify(fileOf(members));
      expect(findings).toContainEqual(
        expect.objectContaining({ severity: 'error', check: 'file', text: expect.stringContaining(name) }),
      );
    },
  );

  it.each([
    ['no text at all', ''],
    ['a list', '[]'],
    ['a number', '1'],
    ['without groups', '{}'],
    ['groups that are none', '{"Belege-Gruppe":{}}'],
    ['a group that is none', '{"Belege-Gruppe":[[]]}'],
    ['a text for a group', '{"Belege-Gruppe":["x"]}'],
    ['a certificate that is no text', '{"Belege-Gruppe":[{"Signaturzertifikat":1}]}'],
    [
      'two certificates',
      '{"Belege-Gruppe":[{"Signaturzertifikat":"","Signatur- bzw. Siegelzertifikat":""}]}',
    ],
    ['receipts that are no list', '{"Belege-Gruppe":[{"Belege-kompakt":"x"}]}'],
    ['a receipt that is no text', '{"Belege-Gruppe":[{"Belege-kompakt":[null]}]}'],
    ['a list among receipts', '{"Belege-Gruppe":[{"Belege-kompakt":[[]]}]}'],
    [
      'too many authorities',
      `{"Belege-Gruppe":[{"Zertifizierungsstellen":${JSON.stringify(Array(60).fill(''))}}]}`,
    ],
    ['a member twice', '{"Belege-Gruppe":[],"Belege-Gruppe":[]}'],
    ['something behind it', '{"Belege-Gruppe":[]}{}'],
    ['no end', '{"Belege-Gruppe":['],
    ['no UTF-8', Buffer.from('{"Belege-Gruppe":["\xff', 'latin1')],
  ])('with %s is refused', async (_, text) => {
    const { findings } = await verify(text);
    expect(findings[0]).toMatchObject({ severity: 'error', check: 'file', receipt: 0 });
  });

  it('has each member once, and one certificate in a group', async () => {
    const once = fileOf(group());
    for (const [member, text] of [
      ['"Zertifizierungsstellen":[],', 'twice'],
      ['"Signatur- bzw. Siegelzertifikat":"",', 'belongs'],
    ] as const) {
      const { findings } = await verify(
        once.replace('"Signaturzertifikat"', `${member}"Signaturzertifikat"`),
      );
      expect(findings).toMatchObject([
        { severity: 'error', text: expect.stringContaining(text) },
        { text: 'there is no receipt' },
      ]);
    }
  });

  it('is UTF-8 where the law knows nothing, too', async () => {
    const [before, after] = fileOf({ ...group(), Notiz: '§' }).split('§') as [string, string];
    const { findings } = await verify(
      Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', text: 'the file is no UTF-8 text' }),
    );
  });

  it('that breaks off is checked as far as it goes', async () => {
    const file = await depFile(issued);
    const { findings, summary } = await verify(file.subarray(0, file.indexOf(issued[2]!.jws) + 5));
    expect(findings).toMatchObject([{ check: 'file', text: expect.stringContaining('does not end') }]);
    expect(summary).toMatchObject({ receipts: 2, signatures: 2 });
  });
});
