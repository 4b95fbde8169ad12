/** Records of a configuration that stand several times. */
import { describe, expect, it } from 'vitest';
import { readCfg, type Cfg } from '../../receipt/cfg.ts';
import { readXml } from '../../receipt/xml.ts';
import { germany } from './index.ts';
import { open } from './testing/german.ts';
import { CFG, pay, pos } from './testing/shop.ts';

const issuesOf = (more: Partial<Cfg>, inForce: Cfg | null = null) =>
  germany.checkCfg({ ...CFG, ...more }, inForce).map(({ code, text }) => `${code} ${text}`);
const ids = (...all: string[]) => all.map((Id) => ({ Id, Nam: 'Lotto' }));

describe('agencies', () => {
  it.each([
    [['1', '02', '300'], []],
    [['0'], ['#CFG Cfg.DE_Agentur[0].Id: 0 is the own turnover of the company']],
    [['1', '00'], ['#CFG Cfg.DE_Agentur[1].Id: 0 is the own turnover of the company']],
    [['1', '01'], ['#CFG Cfg.DE_Agentur[1].Id: 1 is given twice']],
    [['x'], ['#CFG Cfg.DE_Agentur[0].Id: must be a whole number']],
  ])('%j', (given, issues) => {
    expect(issuesOf({ DE_Agentur: ids(...given) })).toEqual(issues);
  });

  it('go on as they are in force', () => {
    const inForce = { ...CFG, DE_Agentur: ids('0', '1', '01') };
    expect(issuesOf({ DE_Agentur: ids('0', '1', '01') }, inForce)).toEqual([]);
    expect(issuesOf({ DE_Agentur: ids('0', '1') }, inForce)).toHaveLength(1);
  });

  it.each(['1', '01', '001'])('are found by their number: %s', async (DE_AGENTUR_ID) => {
    const { shop } = await open();
    await shop.room.registers.configure('def', { ...CFG, DE_Agentur: ids('01') });
    const sale = (id: string) => ({
      ...{ Opr: '7', PosA: [pos('Los', 'E', '1.00', { DE_AGENTUR_ID: id })], PayA: [pay('cash', '1.00')] },
    });
    expect((await shop.send(sale(DE_AGENTUR_ID))).Result).toEqual({ RC: 'OK' });
    expect((await shop.send(sale('0'))).Result).toEqual({ RC: 'OK' });
    expect((await shop.send(sale('10'))).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#DE_AGENCY' });
  });

  it('are sent again as they are in force', async () => {
    const { shop } = await open();
    const { registers } = shop.room;
    const cfg = { ...CFG, DE_Agentur: ids('1', '2') };
    expect((await registers.configure('def', cfg)).Result.RC).toBe('OK');
    expect((await registers.configure('def', { DE_Agentur: ids('1', '01') })).Result.RC).toBe('BAD');
    expect((await registers.configure('def', cfg)).Result.RC).toBe('OK');
  });
});

describe('input devices', () => {
  it.each<[string, Cfg['Dev'], string[]]>([
    ['have ids', [{ Id: 'W1' }, { Id: 'w1' }, { Id: '1' }, { Id: '01' }], []],
    ['are not without', [{ Id: 'W1' }, { HW: 'Waage' }], ['Cfg.Dev[1].Id: the id of the device is missing']],
    ['are not in one another', [{ Dev: [{ Id: 'W3' }] }], ['Cfg.Dev[0].Id: the id of the device is missing']],
    ['have one id each', [{ Id: ['W1'] }], ['Cfg.Dev[0].Id: the id of the device is missing']],
    ['are listed once', [{ Id: 'W1' }, { Id: 'W1' }], ['Cfg.Dev[1].Id: "W1" is given twice']],
  ])('%s', (_name, Dev, issues) => {
    expect(issuesOf({ ...(Dev && { Dev }) })).toEqual(issues.map((text) => `#CFG ${text}`));
  });

  it('go on as they are in force', () => {
    const Dev = [{ Id: 'W1' }, { Id: 'W1' }, {}];
    expect(issuesOf({ Dev }, { ...CFG, Dev })).toEqual([]);
    // A till that sends its terminal alone has them from before.
    expect(issuesOf({ Dev, Trm: { TT: '2' } }, { ...CFG, Dev })).toEqual([]);
    expect(issuesOf({ Dev }, { ...CFG, Dev: [{ Id: 'W1' }] })).toHaveLength(2);
  });

  it('are refused as they come in XML', async () => {
    const { shop } = await open();
    const { registers } = shop.room;
    const sent = readXml('<Cfg><Dev><Dev Id="W3"/></Dev></Cfg>');
    const read = readCfg('tree' in sent ? sent.tree : {});
    const { Result } = await registers.configure('def', 'cfg' in read ? read.cfg : {});
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#CFG' });
    expect(Result.Warning?.join(' ')).toContain('Cfg.Dev[0].Id');
  });
});
