import { createPrivateKey, verify } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { certificationLegend } from './legends.ts';
import { printedCharacters, signedText, signText, type SignedParts } from './signature.ts';

/** Signed documents of the tax authority's demonstration file, with the public key beside them. */
const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDWDX9wVqj6ZqNZU1ojwBpyKKku
zHTCmfK39xx/T9vWkqpcV7h3sx++ZOv2KhhNkIe/1I4OCWDPCXRE4g0uIQr0NS29
vMlP3aHHayy76+lbBCNVcHFxM0ggjre1acnD0qUpZ6Vza7F+PpCyuypD2V/pkL1n
X9Z6z5uYyqc0XaSFdwIDAQAB
-----END PUBLIC KEY-----`;

interface Vector extends SignedParts {
  hash: string;
  characters: string;
  previous?: string;
}

const FIRST =
  'vfinNfF+rToGp3dWF1LV6mEctQ76hAeZm+PlhBnV4wokN//N79L7fTNvi71ONnMHzfIzVR/Iz2zOOo9MUrYfYYZhqtpcEgFNHMdET6ZqbVVke7HbfqSACzaKXNdgWZt7lm7AFOfhcizQgC4a66SNvJvPJUqF7bCTUMIJFR9Zfro=';
const PUBLISHED: Vector[] = [
  {
    date: '2017-03-10',
    entry: '2017-03-10T15:58:01',
    id: '1T 1/1',
    gross: '28.07',
    hash: FIRST,
    characters: 'vo6e',
  },
  {
    date: '2017-09-16',
    entry: '2017-09-16T15:58:10',
    id: '1T 1/2',
    gross: '235.15',
    previous: FIRST,
    hash: 'jABYv0ThJHWoocmbzuLPOJXknl2WHBpLRBPqhIBSYP6GRzo3WiMxh6ryFiaa8rQD2BM9tdLxjhPHOZo1XPeGR5hFGK5BI/NzTXBu9+ponV4wvASOhjy2iomBlOxISN3MYGBcG1XWLfi+aDBw0TLrVwpbsENk0MtypYGU78OPPjg=',
    characters: 'jWOp',
  },
  {
    date: '2017-10-23',
    entry: '2017-10-25T18:32:01',
    id: '11T P/1',
    gross: '28.07',
    hash: 'Niozekjl2e9pmgUC0cuDoII43yVpfHHFldwd3G45y9rpdODZmPd/uHr3YDP3UxDedPEGCqJR182qUFD8nYhRL4yn6ys9pKYKAtR2GVL2lTHoGqyvT8OB04X+w2SRD5fVuL/A1EqrSbSFj/FpEAJYrSDVJaZLVLwz9jK7KeuK/DM=',
    characters: 'N9oH',
  },
  {
    date: '2017-10-21',
    entry: '2017-10-22T15:56:11',
    id: '11T Q/1',
    gross: '28.07',
    hash: 'UkkKZXGlJpBzLw1KlQjnR5WnONyaNj58DlFfDQySOB6csg9KaPQpxmk5lbmokTZuNIQXYHlJYzh7hH+Pen3IaEN4pLh6a6mXD/59vez79DnVD7MiOuGPn3ad4CdtgQnXxtYrackQW+h4FiEoh+HO6KNwSw2R3FxGAilUvxJqCbI=',
    characters: 'UBR5',
  },
  {
    date: '2017-09-16',
    entry: '2017-09-16T16:02:16',
    id: '2T A/1',
    gross: '235.15',
    hash: 'CM1pPaqk/pTE5DajJZ3H9VejD00FL455GvHx0FjuNj3UKj1V9EkP5dPsOpB6/KXlttY1WsHGG4dcunSOKULW0FMEWAMQYxBo/HqLcIojedKxrzh6m9+P61VM4BnYxbtEBQRFdVs0MGP8X85uSc4ikPrY4OeO1UOixGR9xLIAtr4=',
    characters: 'CT95',
  },
  {
    date: '2017-09-15',
    entry: '2017-09-15T15:58:01',
    id: '1G 5A/1',
    gross: '679.61',
    hash: 'fGqopcOBeYlO9s2yVg92WfVZW5S+2UpjLM0w19zt/2ns8YQX1lNGR80XhT89LyP2bc0GZoBWQBXILbKUMtpm6tI8L+DpI+pPbktPAWG3FCy53/b784TNzQEQvklYNV/b6fqeVnoh8eVZ24V/IFuSslIfLKfrys/ymyER9+0tEcY=',
    characters: 'flWp',
  },
  {
    date: '2017-11-30',
    entry: '2017-11-30T23:11:45',
    id: '1CC 1B/1',
    gross: '0.00',
    hash: 'SIfhZ3DRJer8GubuMHGFh341pHyiPZN9chtsOMcuAZyu8ZT1U+t3sFESFPZNqVNmXfIcUwa/QPfihUP5aIz5tWHf1KJ5ReeAM+0hCQEzBle2IwHg03dv3/Xhy0+NtrmSuGlHvVko54LzjnubjYVila8trUnYXNQzrUGND321R2E=',
    characters: 'SrhN',
  },
  {
    date: '2017-09-13',
    entry: '2017-09-13T16:34:56',
    id: 'COF E1/1',
    gross: '56.54',
    hash: '0Z5205QyulzTiunymKhw4QY98kKWfohYzd+79pMujoRBItru0uDWtj6vQyLumInI5kUsvnGB/SMjRU1iqj1iEaumPwqqpgeZReEgH/9b2pOfoahBAt8vocnFOM/NxvDOoiYa61vz9zGdWZzWjDv1NWxQpYSNercF8PrQm0m0UtA=',
    characters: '0z4h',
  },
];

describe('documents signed by another program', () => {
  const verified = (vector: Vector, more: Partial<Vector> = {}) => {
    const { previous = '', hash, ...parts } = { ...vector, ...more };
    return verify(
      'RSA-SHA1',
      Buffer.from(signedText(parts, previous)),
      PUBLIC_KEY,
      Buffer.from(hash, 'base64'),
    );
  };

  it.each(PUBLISHED)('have the text that we sign: $id of $date', (vector) => {
    expect(verified(vector)).toBe(true);
    expect(printedCharacters(vector.hash)).toBe(vector.characters);
  });

  it.each<Partial<Vector>>([
    { gross: '235.150' },
    { gross: '235.16' },
    { previous: '' },
    { previous: `${FIRST}\n` },
    { id: '1T 1/02' },
    { entry: '2017-09-16T15:58:11' },
    { date: '2017-09-17' },
  ])('do not verify with %j', (change) => {
    expect(verified(PUBLISHED[1]!, change)).toBe(false);
  });
});

/** A test key and what it must sign; PKCS#1 v1.5 gives the same signature every time. */
const KEY = createPrivateKey(fs.readFileSync(new URL('testing/test-key.pem', import.meta.url)));

interface OwnVector {
  text: SignedParts;
  hash: string;
  legend: string;
}

const FS_1: OwnVector = {
  text: { date: '2026-01-15', entry: '2026-01-15T10:15:30', id: 'FS 1_1.26/1', gross: '3.23' },
  hash: 'stOQnZh8R5jVeTcGD1CNspDuiTYZsjF4f6f5kuPFKth9mS4+DG9CZcDy6Lcs4qQZiArIABm33OYhAnKMoj5QEkIkt+f2nSQde4MmXXrEhLamX+7TtrCsc9TJNzvAXOJWixKHreXVtw5tbSsx1p8CFNZqrrvGvQfJxHNt1+IWfRM=',
  legend: 'sjsF-Processado por programa certificado n.º 9999/AT',
};
const OWN: (OwnVector & { previous?: string })[] = [
  FS_1,
  {
    text: { date: '2026-01-15', entry: '2026-01-15T10:21:07', id: 'FS 1_1.26/2', gross: '15.60' },
    previous: FS_1.hash,
    hash: 'uuuF430GGjDB4yxWgBC41pxot/TG9YGlef5NKySQernUHTZaMSBSesGb2KES/Ca8E5r6mt5/LZmxQjIb1l7c4cl6L036zdXcH9wuprBA0w0jktKLYuvsgg0uGvzBI8f8druV/1yIV11riHn6eGamorj1xlaVjQpOhGVMWWBu1yE=',
    legend: 'uD1G-Processado por programa certificado n.º 9999/AT',
  },
  {
    text: { date: '2026-01-15', entry: '2026-01-15T18:02:44', id: 'NC 1_1.26/1', gross: '10.60' },
    hash: 'Zl3ZFi259kV86Aw9Aouw7K0KngRcMFvCyYlDw/Hg/Fx1KbloCBrLlQeJopd9jP1f99GTAj2Fep8fXORJg5mSzBilMo2irLpYJhB7jhNfbVJjV2flJgxJE5pE26Hv/qY5DbWwEI9NDb8lI11Lk2lILi0s9FGdOAXD39DOUfFcNJw=',
    legend: 'ZV7v-Processado por programa certificado n.º 9999/AT',
  },
  {
    text: { date: '2026-01-10', entry: '2026-01-16T09:00:05', id: 'FT 1_1.26M/1', gross: '24.60' },
    hash: 'IigN1lp6ZZOhWt4coe2Lnbyc26njZ7HaCKqg+O0LTWTC22BDrsykUCsLyBrN7KqdNwdjcarspQjm3AxVoHnV/fizuhYZ1rFtuDoiuUTx6a946C4UUBTvigsXkvGeg4rOoQ1DYgAV4lqIheC4etxWVdIVryOtrZes28EhvOY0YAI=',
    legend: 'IOnH-Processado por programa certificado n.º 9999/AT',
  },
  {
    text: { date: '2026-01-14', entry: '2026-01-16T09:05:12', id: 'FS 1_1.26R/1', gross: '5.00' },
    hash: 'SHyxq71GDBPl1dTlMtyhPpl+5ZYrr31mRZ93ldLG1CKq+sPZygavkVfM0PT7Hhxo/0aLxqz0mtpz26RZBpj62oygMjXjaIoDAvxaunGBu7lfFw677QSoyc/cf5ZKnESlDC/mR6eIw7TUOeywMuXT2a+uo2K39ttSX3gyO9J1QHg=',
    legend: 'SPP1-Processado por programa certificado n.º 9999/AT',
  },
  {
    text: { date: '2026-01-16', entry: '2026-01-16T12:30:00', id: 'CM 1_1.26/1', gross: '0.00' },
    hash: 'F9RERC1aV88ZSzaZbqeE2MzSbeorIXwiHYXDh9D+XzSVNV7ZdiJxhDhj78llbXvOxF6j2o+l9TWhQ8IcAMvwZ9//RS41iBJglYiwTt0getvDhPuralui7RvaBkok1E5AB2fxC7qVOnqY058cnw65oOgbHM5n5PA+iLIcKyIMcW8=',
    legend: 'F82w-Processado por programa certificado n.º 9999/AT',
  },
];

describe('signing', () => {
  it.for(OWN)('gives the known signature: $text.id', ({ text, previous = '', hash, legend }) => {
    const signed = signText(signedText(text, previous), KEY);
    expect(signed).toBe(hash);
    expect(certificationLegend(printedCharacters(signed), '9999')).toBe(legend);
  });
});
