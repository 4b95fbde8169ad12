import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../receipt/body.ts';
import { GENERIC, PORTUGAL, sale, tra } from '../testing/sales.ts';
import { realDisk, type Disk, type Stamp } from './disk.ts';
import { Office } from './testing/office.ts';

const XML =
  '<Tra><ESR><PosA><Pos Dsc="Café" TaxG="23%" Amt="2.00"/></PosA><PayA><Pay Dsc="Cash" Amt="2.00"/></PayA></ESR></Tra>';

/** Polls until files that make no sense count as complete. */
async function settle(office: Office): Promise<void> {
  for (let i = 0; i < 3; i++) await office.files.poll();
}

describe('a request', () => {
  it('in JSON is registered, answered in JSON and deleted', async () => {
    const office = await Office.open();
    await office.put('a 1.req', sale('1.00'));
    await office.files.poll();
    await office.expectDone('a 1');
    expect(await office.answer('a 1')).toMatchObject({ SQ: 2, Result: { RC: 'OK' }, ESR: { TN: '1' } });
    expect(await office.totals()).toEqual(['1.00']);
  });

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(XML)],
    ['UTF-8 with byte order mark', Buffer.from(`\ufeff${XML}`)],
    ['UTF-16', Buffer.from(`\ufeff${XML}`, 'utf16le')],
    ['Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${XML}`, 'latin1')],
  ])('in XML as %s is answered in XML', async (_encoding, bytes) => {
    const office = await Office.open();
    await office.put('a.req', bytes);
    await office.files.poll();
    expect(await office.text('a')).toMatch(/^<\?xml .*\n<TraC SQ="2"><Result RC="OK"/);
    const [, record] = await office.room.records('def');
    expect(record?.ESR?.PosA?.[0]?.Dsc).toBe('Café');
  });

  it('that is refused is answered too', async () => {
    const office = await Office.open();
    await office.put('a.req', { Tra: { ESR: { T: 'much' } } });
    await office.files.poll();
    expect(await office.answer('a')).toMatchObject({ Result: { RC: 'BAD', ErrorCode: '#TYPE' } });
    await office.expectDone('a');
  });

  it.each(['', '{"Tra":', '<Tra>', '{"Tra":{"ESR":{"T":"much"}}}'])(
    'that is refused (%s) says so in the language of the shop',
    async (content) => {
      const office = await Office.open({ cfg: PORTUGAL });
      await office.put('a.req', content);
      await settle(office);
      expect(await office.text('a')).toContain('A caixa enviou dados');
    },
  );

  it.each([{ Tra: { rn: 'nobody', ...sale().Tra } }, { Cfg: { RN: 'nobody', Cmp: {} } }])(
    'for a register that nobody has set up is refused in the language of the shop: %j',
    async (content) => {
      const office = await Office.open({ cfg: PORTUGAL });
      await office.put('a.req', content);
      await settle(office);
      expect(await office.text('a')).toMatch(/caixa/);
    },
  );

  it('may be a configuration, which counts for those behind it', async () => {
    const office = await Office.open({ cfg: null });
    await office.put('1.req', { Cfg: { RN: 'shop', ...GENERIC } }, 1000);
    await office.put('2.req', { Tra: { rn: 'shop', ...sale('3.00').Tra } }, 2000);
    await office.put('3.req', sale('4.00'), 3000);
    await office.files.poll();
    expect(JSON.parse(await office.text('1'))).toMatchObject({ CfgC: { SQ: 1, Result: { RC: 'OK' } } });
    expect(await office.answer('2')).toMatchObject({ SQ: 2, Result: { RC: 'OK' } });
    expect(await office.answer('3')).toMatchObject({ Result: { RC: 'NO', ErrorCode: '#NO_CFG' } });
    expect(await office.totals('shop')).toEqual(['3.00']);
  });

  it('names company or register inside, and these names are not stored with the receipt', async () => {
    const office = await Office.open({ cfg: PORTUGAL });
    await office.put('a.req', XML.replace('<Tra>', '<Tra RN="def" TaxId="PT599999993" Extra="kept">'));
    await office.put('b.req', { Tra: { TaxId: 'PT599999993', ESR: { ...sale().Tra.ESR, TT: '7' } } });
    await office.put('c.req', XML.replace('<Tra>', '<Tra TaxId="PT599999993" TL="8" TT="2">'));
    await office.files.poll();
    const [, record] = await office.room.records('def');
    expect(record).toMatchObject({ RN: 'def', Extra: 'kept' });
    expect(record).not.toHaveProperty('TaxId');
    expect(await office.totals('PT599999993$1_7')).toEqual(['1.00']);
    const [, third] = await office.room.records('PT599999993$8_2');
    expect(third).toMatchObject({ ESR: { TL: '8', TT: '2' } });
    expect(third).not.toHaveProperty('TL');
  });

  it('may be the start of a transaction', async () => {
    const office = await Office.open();
    await office.put('a.req', '<TraS/>');
    await office.files.poll();
    expect(await office.text('a')).toMatch(/<TraSC SQ="2">.*TID="1"/);
  });

  it('that says restart gets the stored answer', async () => {
    const office = await Office.open();
    await office.put('a.req', sale('1.00'));
    await office.files.poll();
    await office.put('b.req', { Tra: { restart: '1', ...sale('1.00').Tra } });
    await office.put('c.req', { Tra: { Restart: 'false', ...sale('1.00').Tra } });
    await office.files.poll();
    expect(await office.answer('b')).toMatchObject({ SQ: 2, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
    expect(await office.totals()).toEqual(['1.00', '1.00']);
  });
});

describe('the QR code of an answer', () => {
  it('becomes a picture when the profile asks for it', async () => {
    const office = await Office.open({ cfg: PORTUGAL });
    office.attributes = 'Fis_QR="type=bmp&size=3&ec_level=L"';
    await office.put('a.req', sale());
    await office.put('b.req', { Tra: { ESR: { T: 'much' } } });
    await office.files.poll();
    expect(await office.names('res')).toEqual(['a.bmp', 'a.res', 'b.res']);
    const drawn = JSON.parse(await fs.readFile(office.at('res', 'a.bmp'), 'utf8')) as object;
    expect(drawn).toMatchObject({
      text: expect.stringContaining('A:599999993*') as string,
      size: 3,
      level: 'L',
    });
  });
});

describe('a file that makes no sense', () => {
  it('is left alone while it grows, and read when it is complete', async () => {
    const office = await Office.open();
    const text = JSON.stringify(sale('1.00'));
    for (let length = 0; length < text.length; length += 30) {
      await office.put('a.req', text.slice(0, length));
      await office.files.poll();
      await office.files.poll();
    }
    expect(await office.names('res')).toEqual([]);
    await office.put('a.req', text);
    await office.files.poll();
    await office.expectDone('a');
    expect(await office.totals()).toEqual(['1.00']);
  });

  it.each([
    ['nothing', '', 'json'],
    ['half of JSON', '{"Tra":', 'json'],
    ['half of XML', '<Tra><ESR', 'xml'],
    ['no text', Buffer.from([0x7b, 0xff, 0x80]), 'json'],
    ['too much', Buffer.alloc(MAX_BODY_BYTES + 1, '<'), 'xml'],
  ])('is BAD once it stays as it is: %s', async (_what, content, format) => {
    const office = await Office.open();
    await office.put('a.req', content);
    await settle(office);
    await office.expectDone('a');
    const text = await office.text('a');
    expect(text.startsWith('<')).toBe(format === 'xml');
    expect(text).toContain('BAD');
  });

  it('does not hold up others', async () => {
    const office = await Office.open();
    await office.put('a.req', '{', 1000);
    await office.put('b.req', sale(), 2000);
    await office.files.poll();
    expect(await office.names('res')).toEqual(['b.res']);
  });
});

describe('names', () => {
  it.each(['a.tmp', 'a.txt', 'a.req.tmp', '.req', '.a.req', 'a.req~', 'a', 'areq'])(
    '%s is no request',
    async (file) => {
      const office = await Office.open();
      await office.put(file, sale());
      await settle(office);
      expect(await office.names('req')).toEqual([file]);
      expect(await office.names('res')).toEqual([]);
    },
  );

  it.each([
    'A.REQ',
    'ação ☕.req',
    `${'x'.repeat(251)}.req`,
    'x\\..\\a.req',
    'a..req',
    '%2e%2e%2fa.req',
    '-rf *.req',
    'a\nb.req',
    '__proto__.req',
  ])('%j is one', async (file) => {
    const office = await Office.open();
    await office.put(file, sale());
    await office.files.poll();
    await office.expectDone(file.slice(0, -4));
  });

  it('of links and folders are no requests', async () => {
    const office = await Office.open();
    const secret = office.at('secret');
    await fs.writeFile(secret, JSON.stringify(sale()));
    await fs.symlink(secret, office.at('req', 'link.req'));
    await fs.mkdir(office.at('req', 'folder.req'));
    await settle(office);
    expect(await office.names('req')).toEqual(['folder.req', 'link.req']);
    expect(await office.names('res')).toEqual([]);
  });

  it('of links among the answers lead nowhere', async () => {
    const office = await Office.open();
    const victim = office.at('victim');
    await fs.writeFile(victim, 'precious');
    await fs.symlink(victim, office.at('res', 'a.tmp'));
    await fs.symlink(victim, office.at('res', 'b.res'));
    await office.put('a.req', sale());
    await office.put('b.req', sale());
    await settle(office);
    expect(await fs.readFile(victim, 'utf8')).toBe('precious');
    expect(await office.answer('a')).toMatchObject({ Result: { RC: 'OK' } });
    expect(await office.names('req')).toEqual(['b.req']);
    expect(office.log).toEqual(['file interface: a request waits: b.res is no file']);
  });
});

describe('a request whose answer exists', () => {
  it('is deleted without being read', async () => {
    const office = await Office.open();
    await fs.writeFile(office.at('res', 'a.res'), 'from before');
    await office.put('a.req', sale());
    await office.files.poll();
    await office.expectDone('a');
    expect(await office.text('a')).toBe('from before');
    expect(await office.totals()).toEqual([]);
    expect(office.log).toEqual(['file interface: "a.req" was deleted unread: it has an answer already']);
  });

  it('and which is answered and gone while the folder is looked through was not deleted unread', async () => {
    let stale: Stamp | null = null;
    const disk: Disk = {
      ...realDisk,
      list: async (folder) => (stale ? ['a.req'] : realDisk.list(folder)),
      look: async (file) => {
        const listed = stale;
        if (!listed || !file.endsWith('.req')) return realDisk.look(file);
        stale = null;
        return listed;
      },
    };
    const office = await Office.open({ disk });
    await office.put('a.req', sale('1.00'));
    await office.files.poll();
    await office.expectDone('a');
    stale = { time: 1, size: 1 };
    await office.files.poll();
    expect(stale).toBeNull();
    expect(office.log).toEqual([]);
  });
});

describe('many requests', () => {
  it('are answered in the order of their time, then of their names', async () => {
    const office = await Office.open();
    await office.put('c.req', sale('1.00'), 1000);
    await office.put('b.req', sale('3.00'), 3000);
    await office.put('a.req', sale('2.00'), 2000);
    await office.put('d.req', sale('4.00'), 3000);
    await office.files.poll();
    expect(await office.totals()).toEqual(['1.00', '2.00', '3.00', '4.00']);
  });

  it('that lie there at the start are all answered, each by its own receipt', async () => {
    const office = await Office.open();
    const names = Array.from({ length: 300 }, (_name, i) => `sale-${i}`);
    for (const name of names) await office.put(`${name}.req`, sale('1.00'));
    await office.files.poll();
    await office.expectDone(...names);
    const answers = await Promise.all(names.map((name) => office.answer(name)));
    expect(new Set(answers.map(({ SQ }) => SQ)).size).toBe(300);
    expect(await office.totals()).toHaveLength(300);
  });
});

describe('what does not work', () => {
  it('is a problem of the status page until it works again', async () => {
    const office = await Office.open();
    let changes = 0;
    office.files.onProblems(() => changes++);
    const polls = async (times: number) => {
      for (let i = 0; i < times; i++) await office.files.poll();
    };
    await office.put('a.req', sale());
    await fs.rename(office.at('res'), office.at('gone'));
    await polls(2);
    expect(office.files.problems).toEqual([
      { code: 'FILES_UNANSWERED', severity: 'warning', params: { reason: 'ENOENT' } },
    ]);
    expect(changes).toBe(1);
    await fs.rename(office.at('gone'), office.at('res'));
    await polls(25);
    expect(office.files.problems).toEqual([]);
    expect(changes).toBe(2);
    await office.expectDone('a');

    await fs.rename(office.at('req'), office.at('gone'));
    await polls(1);
    expect(office.files.problems).toMatchObject([{ code: 'FILES_UNREADABLE', params: { reason: 'ENOENT' } }]);
    await fs.rename(office.at('gone'), office.at('req'));
    await fs.mkdir(office.at('res', 'b.res'));
    await office.put('b.req', sale());
    await polls(25);
    expect(office.files.problems).toMatchObject([
      { code: 'FILES_WAITING', params: { reason: 'b.res is no file' } },
    ]);
  });

  it('leaves a request that may be registered already without an answer while nobody can look', async () => {
    const office = await Office.open();
    const content = JSON.stringify(sale('1.00', { TN: 'A-1' }));
    await office.put('a.req', content);
    // The power goes after the registering.
    await office.files.stop();
    const register = (await office.room.registers.find('def'))!;
    await register.submit({ tra: tra({ TN: 'A-1' }, '1.00'), warnings: [], restart: false });
    const hash = createHash('sha256').update(content).digest('hex');
    await fs.writeFile(office.at('requests.json'), JSON.stringify({ 'a.req': { hash, sq: 1 } }));
    await office.begin();
    office.room.store.failReads = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
    await office.files.poll();
    expect(await office.names('req')).toEqual(['a.req']);
    expect((await office.names('res')).filter((name) => name.endsWith('.res'))).toEqual([]);
    office.room.store.failReads = null;
    await office.files.poll();
    await office.expectDone('a');
    expect(await office.answer('a')).toMatchObject({ SQ: 2, Result: { ErrorCode: '#DUPLICATE' } });
    expect(await office.totals()).toEqual(['1.00']);
  });
});

describe('start and stop', () => {
  it('answers what comes without being asked, and nothing after its stop', async () => {
    const office = await Office.open();
    office.files.start();
    await office.put('a.req', sale());
    await expect.poll(() => office.names('req'), { timeout: 5000 }).toEqual([]);
    await office.expectDone('a');
    await office.files.stop();
    await office.put('b.req', sale());
    await office.files.poll();
    expect(await office.names('req')).toEqual(['b.req']);
  });

  it('finishes what is begun', async () => {
    const office = await Office.open();
    const release = office.room.store.hold();
    const { commits } = office.room.store;
    await office.put('a.req', sale('1.00'), 1000);
    await office.put('b.req', sale('2.00'), 2000);
    const polled = office.files.poll();
    await office.room.store.asked(commits.length + 1);
    const stopped = office.files.stop();
    release();
    await Promise.all([polled, stopped]);
    expect(await office.answer('a')).toMatchObject({ Result: { RC: 'OK' } });
    expect(await office.names('req')).toEqual(['b.req']);
    expect(await office.totals()).toEqual(['1.00']);
  });
});
