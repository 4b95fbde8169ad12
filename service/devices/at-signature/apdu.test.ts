import { describe, expect, it } from 'vitest';
import {
  askAttempts,
  attemptsLeft,
  Channel,
  computeSignature,
  putHash,
  readBinary,
  selectApplication,
  selectFile,
  setSignatureTemplate,
  verifyPin,
  type Command,
} from './apdu.ts';
import { cardOf } from './card-types.ts';
import type { PcscCard } from './pcsc.ts';
import { failureOfCall, never } from './testing/units.ts';

const hex = ({ bytes }: Command) => bytes.toString('hex');
const HASH = Buffer.from(Array.from({ length: 32 }, (_, i) => i));

/** A card that answers what is written down for it. */
function scripted(answers: Record<string, string>): PcscCard & { seen: string[] } {
  const seen: string[] = [];
  return {
    atr: null,
    seen,
    transmit: async (command) => {
      seen.push(command.toString('hex'));
      const answer = answers[command.toString('hex')];
      if (answer === undefined) throw new Error('Card was reset');
      return Buffer.from(answer, 'hex');
    },
    disconnect: () => undefined,
  };
}

describe('commands', () => {
  it.each([
    [selectFile(0x3f00), '00a4000c023f00'],
    [selectFile(0xdf01), '00a4000c02df01'],
    [selectApplication(Buffer.from('d0400000220001', 'hex')), '00a4040c07d0400000220001'],
    [readBinary(0), '00b0000000'],
    [readBinary(0x1234), '00b0123400'],
    [setSignatureTemplate(Buffer.from('840188800144', 'hex')), '002241b606840188800144'],
    [putHash(HASH), `002a908120${HASH.toString('hex')}`],
    [computeSignature(), '002a9e9a00'],
    [computeSignature(HASH), `002a9e9a20${HASH.toString('hex')}40`],
    [askAttempts(0x81), '00200081'],
  ])('are those of A-Trust (%#)', (command, expected) => {
    expect(hex(command)).toBe(expected);
  });

  it.each([
    ['3bbf11008131fe45455041', '0020008108313233343536' + '0000'],
    ['3bdf18008131fe588031905241016405c903ac73b7b1d444', '002000810826123456ffffffff'],
    ['3bdf97008131fe4680319052410464050401ac73d622c0f9', '0020008a0826123456ffffffff'],
  ])('carry the PIN as card %s wants it', (atr, expected) => {
    const { type } = cardOf(Buffer.from(atr, 'hex'))!;
    expect(hex(verifyPin(type.pinReference, type.pinBlock('123456')))).toBe(expected);
  });

  it('carry PINs of other lengths', () => {
    const { type } = cardOf(Buffer.from('3bdf97008131fe4680319052410464050401ac73d622c0f9', 'hex'))!;
    expect(type.pinBlock('1234').toString('hex')).toBe('241234ffffffffff');
    expect(type.pinBlock('12345').toString('hex')).toBe('2512345fffffffff');
    expect(type.pinBlock('12345678').toString('hex')).toBe('2812345678ffffff');
  });
});

describe('cards', () => {
  it('are known by the beginning of their answer to reset', () => {
    const known = cardOf(Buffer.from('3bbf11008131fe45455041000000000000000000000000f1', 'hex'));
    expect(known?.type.name).toBe('ACOS 04');
    expect(cardOf(Buffer.from('3bbf11008131fe4545', 'hex'))).toBeNull();
    expect(cardOf(null)).toBeNull();
  });

  it('that are outdated say so', () => {
    const remark = (atr: string) => cardOf(Buffer.from(atr, 'hex'))?.remark;
    expect(remark('3bdf97008131fe4680319052410364050201ac73d622c0f8')).toBe('outdated');
    expect(remark('3bdf97008131fe4680319052410464050401ac73d622c0f9')).toBeUndefined();
  });
});

describe('a channel', () => {
  it('collects an answer that comes in parts', async () => {
    const card = scripted({
      '002a9e9a00': '6102',
      '00c0000002': 'aabb6103',
      '00c0000003': 'ccddee9000',
    });
    expect(await new Channel(card, never()).expect(computeSignature())).toEqual(
      Buffer.from('aabbccddee', 'hex'),
    );
  });

  it('asks again with the length that the card wants', async () => {
    const hash = HASH.toString('hex');
    const card = scripted({
      '00b0000000': '6c02',
      '00b0000002': 'aabb9000',
      [`002a9e9a20${hash}40`]: '6c48',
      [`002a9e9a20${hash}48`]: 'cc9000',
    });
    const channel = new Channel(card, never());
    expect(await channel.expect(readBinary(0))).toEqual(Buffer.from('aabb', 'hex'));
    expect(await channel.expect(computeSignature(HASH))).toEqual(Buffer.from('cc', 'hex'));
  });

  it.each([
    ['another status', '6a82', 'status 6a82'],
    ['no status', '90', 'without a status'],
    ['no end', '6c00', 'does not finish'],
  ])('refuses %s', async (_, answer, text) => {
    const card = scripted({ '00b0000000': answer });
    const failure = await failureOfCall(new Channel(card, never()).expect(readBinary(0)));
    expect(failure).toEqual({ kind: 'broken', text: expect.stringContaining(text) });
  });

  it('sends nothing more when the time is up', async () => {
    const card = scripted({ '00b0000000': '9000' });
    const failure = await failureOfCall(new Channel(card, AbortSignal.abort()).expect(readBinary(0)));
    expect(failure.kind).toBe('timeout');
    expect(card.seen).toEqual([]);
  });

  it('traces everything but the PIN', async () => {
    const lines: string[] = [];
    const { type } = cardOf(Buffer.from('3bbf11008131fe45455041', 'hex'))!;
    const verify = verifyPin(0x81, type.pinBlock('123456'));
    const card = scripted({ [hex(verify)]: '9000' });
    const channel = new Channel(card, never(), (line) => lines.push(line));
    await channel.expect(verify);
    await channel.send(selectFile(0x3f00)).catch(() => null);
    expect(lines[0]).toMatch(/^VERIFY 0020008108 \*\*\*: 9000, 0 bytes, \d+ ms$/);
    expect(lines[1]).toBe('SELECT 00a4000c023f00: Card was reset');
    expect(lines.join()).not.toContain('3132333435');
  });
});

describe('attempts', () => {
  it('are read from a status', () => {
    expect([0x63c0, 0x63c3, 0x63cf, 0x9000, 0x6983, 0x63d1].map(attemptsLeft)).toEqual([
      0,
      3,
      15,
      null,
      null,
      null,
    ]);
  });
});
