import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import type { Tree } from '../receipt/tree.ts';
import { readUnit, type UnitFields } from './signature-unit.ts';
import { MAX_UNITS, SignatureUnits } from './signature-units.ts';

const A_TRUST = { type: 'a-trust', url: 'https://rksv.example/v2', user: 'u1', sessions: false } as const;
const TILL = { type: 'till', url: 'http://192.168.1.20:5618' } as const;

let file: string;
let vault: MemoryVault;
let errors: string[];
const open = () => SignatureUnits.open(file, vault, { error: (text) => errors.push(text) });
const ids = (units: SignatureUnits) => units.list.map(({ id }) => id);

beforeEach(async () => {
  file = path.join(await temporaryFolder(), 'signature-units.json');
  vault = new MemoryVault();
  errors = [];
});

describe('the units of an installation', () => {
  it('begin with the place of cards alone', async () => {
    const units = await open();
    expect(units.list).toEqual([{ id: 'cards', type: 'cards' }]);
    expect(units.secret('cards')).toBeUndefined();
  });

  it('are added, ordered, changed and removed, and survive a restart', async () => {
    const units = await open();
    await units.add(A_TRUST, 'secret 1');
    await units.add(TILL, 'secret 2');
    expect(await units.move('till-2', 'up')).toBe(true);
    expect(await units.move('cards', 'up')).toBe(false);
    expect(await units.move('nobody', 'down')).toBe(false);
    await units.change({ id: 'a-trust-1', ...A_TRUST, user: 'u2' });
    await units.change({ id: 'till-2', ...TILL }, 'secret 3');
    const again = await open();
    expect(again.list).toEqual(units.list);
    expect(ids(again)).toEqual(['cards', 'till-2', 'a-trust-1']);
    expect(again.find('a-trust-1')).toMatchObject({ user: 'u2' });
    expect([again.secret('a-trust-1'), again.secret('till-2')]).toEqual(['secret 1', 'secret 3']);
    expect(await again.remove('till-2')).toBe(true);
    expect(await again.remove('till-2')).toBe(false);
    expect(again.secret('till-2')).toBeUndefined();
    // An id that the journal may name is not given again.
    expect(await again.add(TILL, 'x')).toMatchObject({ id: 'till-3' });
  });

  it('keep the place of cards', async () => {
    const units = await open();
    expect(await units.remove('cards')).toBe(false);
    expect(await units.change({ id: 'cards', type: 'cards' }, '654321')).toBe(true);
    expect(units.secret('cards')).toBe('654321');
  });

  it('are other objects after a change of their secret', async () => {
    const units = await open();
    const before = await units.add(A_TRUST, 'one');
    expect(units.find('a-trust-1')).toBe(before);
    await units.change({ id: 'a-trust-1', ...A_TRUST }, 'two');
    expect(units.find('a-trust-1')).not.toBe(before);
  });

  it('stand in the file without secrets', async () => {
    const units = await open();
    await units.add(A_TRUST, 'my password');
    const text = await fs.readFile(file, 'utf8');
    expect(text).toContain('rksv.example');
    expect(text).not.toContain('my password');
  });

  it('take many changes at the same time', async () => {
    const units = await open();
    await Promise.all(Array.from({ length: MAX_UNITS + 3 }, (_, i) => units.add(A_TRUST, `s${i}`)));
    expect(units.list).toHaveLength(MAX_UNITS);
    expect(new Set(ids(units)).size).toBe(MAX_UNITS);
    expect((await open()).list).toEqual(units.list);
  });

  it.each([
    'no json',
    '{"units":{},"next":1}',
    '{"units":[{"id":"till-1","type":"till"}],"next":2}',
    '{"units":[{"id":"../x","type":"till","url":"http://a"}],"next":2}',
    '{"units":[{"id":"till-1","type":"till","url":"http://a"},{"id":"till-1","type":"till","url":"http://a"}],"next":2}',
  ])('are empty when the file is damaged, which is kept: %s', async (text) => {
    await fs.writeFile(file, text);
    const units = await open();
    expect(ids(units)).toEqual(['cards']);
    expect(errors.join()).toContain('signature-units.json.damaged-1');
    expect(await fs.readFile(`${file}.damaged-1`, 'utf8')).toBe(text);
  });
});

describe('what an operator enters', () => {
  const read = (type: Parameters<typeof readUnit>[0], input: Tree, before?: UnitFields) =>
    readUnit(type, input, before && { id: 'x-1', ...before });
  const problemsOf = (...of: Parameters<typeof read>) => (read(...of) as { problems?: object }).problems;

  it('is taken', () => {
    const input = { url: ' https://rksv.example/v2 ', user: ' u1 ', password: ' p ', sessions: true };
    expect(read('a-trust', input)).toEqual({ fields: { ...A_TRUST, sessions: true }, secret: ' p ' });
    expect(read('cards', {})).toEqual({ fields: { type: 'cards' }, secret: undefined });
    expect(read('cards', { pin: '1234' })).toMatchObject({ secret: '1234' });
  });

  it('is told what is wrong with it by field', () => {
    expect(problemsOf('a-trust', {})).toEqual({ url: 'missing', user: 'missing', password: 'missing' });
    expect(problemsOf('a-trust', { url: 'http://x.example', user: 'u', password: 'p' })).toEqual({
      url: 'https',
    });
    expect(problemsOf('till', { url: 'http://10.0.0.1:5618', password: 'p' })).toBeUndefined();
    expect(problemsOf('closed-system', { keyId: 'K1', key: 'x' })).toEqual({ keyId: 'keyId', key: 'key' });
    expect(problemsOf('primesign', { url: 'https://a.example', token: 't', ca: 'x' })).toEqual({
      ca: 'certificate',
    });
    expect(problemsOf('cards', { pin: '12a4' })).toEqual({ pin: 'pin' });
    expect(problemsOf('a-trust', { ...A_TRUST, user: 'u'.repeat(501), password: 'p' })).toEqual({
      user: 'tooLong',
    });
  });

  it.each([
    'x',
    'ftp://a.example',
    'https://u:p@a.example',
    'https://a.example?x',
    'https://a.example#x',
    '//a',
  ])('is no address: %s', (url) =>
    expect(problemsOf('primesign', { url, token: 't' })).toEqual({ url: 'address' }),
  );

  it('keeps a secret, but sends it to no other address', () => {
    const { url, user } = A_TRUST;
    expect(read('a-trust', { url, user }, A_TRUST)).toMatchObject({ secret: undefined });
    const again = { password: 'secretAgain' };
    expect(problemsOf('a-trust', { url: 'https://evil.example', user }, A_TRUST)).toEqual(again);
    expect(problemsOf('a-trust', { url, user: 'other' }, A_TRUST)).toEqual(again);
  });
});
