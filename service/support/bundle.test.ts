import { describe, expect, it } from 'vitest';
import { bundleFiles, type SupportFacts } from './bundle.ts';
import { KnownValues } from './known.ts';
import { plainLine } from './plain-line.ts';

const STAMP = '2026-05-04T12:00:00.000Z warn ';
const none = new KnownValues();

/** What must never leave the shop. */
const PLANTED = [
  'Pastelaria Aurora',
  'PT599999993',
  'PT509876544$1_2',
  'maria.silva@example.com',
  'Maria Silva',
  'silva',
  'DE89370400440532013000',
  '4111111111111111',
  '+351912345678',
  'hunter2secret',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'a3f5c9e1b2d4a3f5c9e1b2d4a3f5c9e1',
  '/home/aurora/journal',
  '192.168.17.23',
  'FS 1_1.26/4711',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
];

describe('a line of the log', () => {
  it.each(PLANTED.filter((text) => text !== 'silva'))('loses %s, however it stands in it', (secret) => {
    const known = new KnownValues();
    known.add({ Cmp: { Nam: 'pastelaria aurora' }, op: ['maria silva'] });
    for (const line of [
      `${STAMP}register ${secret}: no backup`,
      `${STAMP}"${secret}" cannot be read, (${secret}), x=${secret}; '${secret}'`,
      `${STAMP}a:${secret}/b`,
      secret,
    ])
      expect(plainLine(line, known)).not.toContain(secret);
  });

  it('loses a name in small letters that is known from a configuration or a receipt', () => {
    const known = new KnownValues();
    known.add({ ESR: { Ctm: { Nam: 'Silva, Lda' } } });
    expect(plainLine(`${STAMP}no answer of silva at silva-printer`, known)).toBe(
      `${STAMP}no answer of *** at ***`,
    );
  });

  it('keeps what helps to find a fault', () => {
    const line = `${STAMP}disk: only 199 MB are free`;
    expect(plainLine(line, none)).toBe(line);
    const other = `${STAMP}POST /register: 503 in 12 ms, ECONNREFUSED (#OVERLOADED)`;
    expect(plainLine(other, none)).toBe(other);
  });

  it('is done with quickly, however long it is', () => {
    const long = plainLine(STAMP + '("'.repeat(100_000), none);
    expect(long.length).toBeLessThan(1100);
  });
});

it('says nothing of business, people or secrets, wherever they were put', () => {
  const known = new KnownValues();
  known.add(PLANTED);
  const facts: SupportFacts = {
    made: '2026-05-04T12:00:00+01:00',
    versions: { tillmark: '3.0.0', node: '24.0.0' },
    uptime: 5.5,
    attributes: [
      { name: 'Print_Logo', value: 'Pastelaria Aurora' },
      { name: 'Vault_password', value: 'hunter2secret' },
      { name: 'silva', value: 'true' },
      { name: 'Log_debug', value: 'true' },
      { name: 'Printer_Port', value: '192.168.17.23' },
    ],
    registers: [
      {
        ...{ country: 'PT', isConfigured: true, records: 7, undelivered: 0, waitingForPortal: 0 },
        problems: [{ code: 'PRINTER_OFF', severity: 'warning', params: { printer: 'Maria Silva' } }],
        drill: { outcome: 'sound', ended: '2026-05-04T11:00:00+01:00', records: 7, findings: 0 },
      },
    ],
    disk: {
      used: 1,
      quota: 2,
      free: 3,
      folders: PLANTED.flatMap((name) => [
        { name, size: 1 },
        { name: `rn/${name}`, size: 2 },
      ]),
    },
    trail: { entries: 3, damages: 0 },
    log: [...PLANTED.map((text) => `${STAMP}${text}`), `${STAMP}the end`],
    known,
  };
  const files = bundleFiles(facts);
  expect(files.map(({ name }) => name)).toEqual([
    ...['versions.json', 'settings.json', 'registers.json', 'disk.json', 'checks.json', 'log.txt'],
  ]);
  const all = files.map(({ text }) => text).join('\n');
  for (const secret of PLANTED) expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(JSON.parse(files[1]!.text)).toEqual({
    settings: { Print_Logo: 'set', Log_debug: 'true', Printer_Port: 'set' },
    unknownSettings: 2,
  });
  expect(files[2]!.text).toContain('PRINTER_OFF');
  expect(files[5]!.text).toContain('the end');
});
