import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Program, SigningKey } from '../countries/contract/services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { newKey, partnerPackage } from '../testing/partners.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Attributes } from './attributes.ts';
import { Keys } from './keys.ts';
import { Partners } from './partners.ts';
import { ProgramChoice } from './program.ts';
import { FileVault } from './vault.ts';

const privateKey = newKey();
const NAME = 'CaixaSoft-1';
const NONE = Attributes.parse('');
const PARTNER = Attributes.parse(`fiscal_apikey=${NAME}`);

const BUILT_IN: Program = {
  product: 'Tillmark',
  version: '3.0.0',
  producer: { name: 'Tillmark', taxId: '999999990' },
  certificate: '0',
};
const CAIXA: Program = {
  product: 'Caixa',
  version: '4.2',
  producer: { name: 'Caixa Software, Lda.', taxId: '599999993' },
  certificate: '9999',
};

let root: string;
let logged: string[];
let keys: Keys;
let partners: Partners;

beforeEach(async () => {
  root = await temporaryFolder();
  logged = [];
  const cer = path.join(root, 'cer');
  const vault = await FileVault.open(root, recordingLog(logged), null);
  keys = await Keys.open(path.join(root, 'keys'), cer, vault);
  const folders = { partners: path.join(root, 'partners'), keys: path.join(root, 'keys'), cer };
  partners = await Partners.open(folders, vault, recordingLog(logged));
});

const start = (attributes: Attributes) =>
  new ProgramChoice(attributes, { partners, keys, version: '3.0.0', log: recordingLog(logged) });

describe('without a partner', () => {
  it.each(['', 'Normalize_D=7', 'Fiscal_ApiKey=""'])('%j is Tillmark with its own keys', (attributes) => {
    const choice = start(Attributes.parse(attributes));
    const program: Program = choice.program();
    expect(program).toEqual(BUILT_IN);
    const key: SigningKey | null = choice.key();
    expect(key).toBe(keys.active());
    expect([choice.reference, choice.partnerMissing]).toEqual([null, null]);
    expect(logged).toEqual([]);
  });

  it('signs with an own key as soon as it is imported', async () => {
    const choice = start(NONE);
    await keys.import(newKey());
    expect(choice.key()?.version).toBe(2);
    expect(choice.restartNeeded(NONE)).toBe(false);
  });
});

describe('a partner named at the start', () => {
  beforeEach(async () => {
    await partners.import(partnerPackage({ privateKey, keyVersion: 3 }));
  });

  it('is in force with its program and key', () => {
    const choice = start(PARTNER);
    expect(choice.program()).toEqual(CAIXA);
    expect(choice.key()).toMatchObject({ version: 3, test: false });
    expect([choice.reference, choice.partnerMissing]).toEqual([NAME, null]);
    expect(choice.restartNeeded(PARTNER)).toBe(false);
    expect(logged).toEqual([]);
  });

  it('has the version of Tillmark when its package names none', async () => {
    const { version: _, ...rest } = partnerPackage({ reference: 'b' });
    await partners.import(rest);
    expect(start(Attributes.parse('Fiscal_ApiKey=b')).program().version).toBe('3.0.0');
  });

  it('rotates its key at once, but describes itself anew only after a restart', async () => {
    const choice = start(PARTNER);
    await partners.import(partnerPackage({ keyVersion: 4 }));
    expect(choice.key()?.version).toBe(4);
    expect(choice.restartNeeded(PARTNER)).toBe(false);

    await partners.import(partnerPackage({ keyVersion: 5, version: '5.0', certificate: '1234' }));
    expect(choice.key()?.version).toBe(5);
    expect(choice.program()).toEqual(CAIXA);
    expect(choice.restartNeeded(PARTNER)).toBe(true);
    expect(start(PARTNER).program()).toEqual({ ...CAIXA, version: '5.0', certificate: '1234' });
  });

  it('does not sign with an own key that is imported meanwhile', async () => {
    const choice = start(PARTNER);
    await keys.import(newKey());
    expect(choice.key()?.version).toBe(3);
  });

  it('stays in force until a restart when the attribute goes, and waits for one when it comes', () => {
    const [with_, without] = [start(PARTNER), start(NONE)];
    expect([with_.restartNeeded(NONE), without.restartNeeded(PARTNER)]).toEqual([true, true]);
    expect(with_.restartNeeded(Attributes.parse('Fiscal_ApiKey=other'))).toBe(true);
    expect([with_.program(), without.program()]).toEqual([CAIXA, BUILT_IN]);
    expect(without.key()).toBe(keys.active());
  });
});

describe('a partner that is missing', () => {
  it.each(['nobody', NAME.toLowerCase(), '../x', '__proto__'])('%j signs nothing', async (name) => {
    await partners.import(partnerPackage({ privateKey }));
    const choice = start(Attributes.parse(`Fiscal_ApiKey=${name}`));
    expect(choice.partnerMissing).toBe(name);
    expect(choice.key()).toBeNull();
    expect(choice.program()).toEqual(BUILT_IN);
    expect(choice.reference).toBeNull();
    expect(logged).toEqual([expect.stringContaining('Fiscal_ApiKey')]);
    expect(logged.join()).not.toContain(name);
  });

  it('is missing until the restart after its import', async () => {
    const choice = start(PARTNER);
    expect(choice.restartNeeded(PARTNER)).toBe(false);
    await partners.import(partnerPackage({ privateKey }));
    expect([choice.partnerMissing, choice.key()]).toEqual([NAME, null]);
    expect(choice.restartNeeded(PARTNER)).toBe(true);
    expect(start(PARTNER)).toMatchObject({ reference: NAME, partnerMissing: null });
  });

  it('goes with the attribute, after a restart', () => {
    expect(start(PARTNER).restartNeeded(NONE)).toBe(true);
  });
});
