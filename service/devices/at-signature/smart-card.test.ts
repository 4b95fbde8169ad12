import { beforeEach, describe, expect, it } from 'vitest';
import { CardReaders } from './card-readers.ts';
import { UnitError, type SignatureUnit } from './contract.ts';
import { isSignedBy } from './ecdsa.ts';
import {
  EmulatedCard,
  type CardModel,
  type EmulatedCardOptions,
} from '../../emulators/at-signatures/card.ts';
import { makeKeys } from '../../emulators/at-signatures/keys.ts';
import { EmulatedPcsc } from '../../emulators/at-signatures/pcsc.ts';
import { certificatesOfPem, isSameIdentity } from './identity.ts';
import { loadPcsc, PcscService } from './pcsc.ts';
import { cardUnit } from './smart-card.ts';
import { failureOfCall, never, NOW, receiptInput } from './testing/units.ts';

const KEYS = makeKeys('UID ATU12345678', NOW);
const READER = 'Gemalto USB Shell Token V2 00 00';

let pcsc: EmulatedPcsc;
let card: EmulatedCard;
let unit: SignatureUnit;
const trace: string[] = [];

const unitOf = (pin = '123456') =>
  cardUnit(new PcscService(pcsc.load), {
    id: 'card',
    reader: READER,
    pin,
    issuers: KEYS.issuer.certificate,
    trace: (line) => trace.push(line),
  });
const newCard = (options: Partial<EmulatedCardOptions> = {}) =>
  new EmulatedCard({ model: 'ACOS-ID 4.1', certified: KEYS.receipts, ...options });
const use = (options: Partial<EmulatedCardOptions> = {}) => {
  card = newCard(options);
  pcsc.plug(READER, card);
};

beforeEach(() => {
  trace.length = 0;
  pcsc = new EmulatedPcsc();
  use();
  unit = unitOf();
});

const signs = async (n = 1) => {
  const identity = await unit.identify(never());
  const input = receiptInput(identity, n);
  return isSignedBy(identity.publicKey, input, await unit.sign(input, never()));
};

const MODELS: CardModel[] = ['ACOS 04', 'CardOS 5.3', 'ACOS-ID 3', 'ACOS-ID 4.1'];

describe.each(MODELS)('a card %s', (model) => {
  it.each([false, true])('signs (answers in parts: %s)', async (inParts) => {
    use({ model, inParts });
    const identity = await unit.identify(never());
    expect(identity.zda).toBe('AT1');
    expect(identity.chain).toEqual(certificatesOfPem(KEYS.receipts.certificate + KEYS.issuer.certificate));
    expect(await signs()).toBe(true);
    expect(await signs(2)).toBe(true);
    expect(card.signatures).toBe(2);
  });

  it('refuses a wrong PIN, and is not asked again', async () => {
    use({ model, pin: '654321' });
    const input = receiptInput(await unit.identify(never()));
    const failure = await failureOfCall(unit.sign(input, never()));
    expect(failure).toEqual({ kind: 'refused', text: 'the PIN is wrong, 2 attempts are left' });
    expect(await failureOfCall(unit.sign(input, never()))).toEqual(failure);
    await expect(unit.sign(input, never())).rejects.toMatchObject({ cause: 'pinWrong' });
    expect(card.attempts).toBe(2);
    expect(card.signatures).toBe(0);
  });

  it('never loses its last attempt to us', async () => {
    use({ model, pin: '654321' });
    const input = receiptInput(await unit.identify(never()));
    // As after restarts with the same wrong setting.
    for (let start = 0; start < 5; start += 1) {
      expect((await failureOfCall(unitOf().sign(input, never()))).kind).toBe('refused');
    }
    expect(card.attempts).toBe(1);
    expect((await failureOfCall(unitOf('654321').sign(input, never()))).text).toContain('one attempt');
    card.attempts = 3;
    unit = unitOf('654321');
    expect(await signs()).toBe(true);
  });

  it('tells when it is blocked', async () => {
    use({ model });
    card.attempts = 0;
    const input = receiptInput(await unit.identify(never()));
    expect(await failureOfCall(unit.sign(input, never()))).toEqual({
      kind: 'refused',
      text: 'the PIN is blocked',
    });
  });
});

describe('a card', () => {
  it('does one thing at a time for many', async () => {
    const identity = await unit.identify(never());
    let open = 0;
    pcsc.beforeCommand = async (command) => {
      if (command[1] === 0x20) open += 1;
      expect(open).toBeLessThanOrEqual(1);
      await Promise.resolve();
      if (command[1] === 0x2a) open -= 1;
    };
    // The first question for attempts is no PIN.
    open = -1;
    const inputs = Array.from({ length: 20 }, (_, i) => receiptInput(identity, i));
    const signatures = await Promise.all(inputs.map((input) => unit.sign(input, never())));
    expect(signatures.every((s, i) => isSignedBy(identity.publicKey, inputs[i]!, s))).toBe(true);
  });

  it('takes signatures in DER, and notices wrong ones', async () => {
    card.fault = 'der';
    expect(await signs()).toBe(true);
    card.fault = 'wrong-signature';
    const input = receiptInput(await unit.identify(never()));
    expect((await failureOfCall(unit.sign(input, never()))).kind).toBe('broken');
  });

  it('works on when it was reset in the middle', async () => {
    const identity = await unit.identify(never());
    for (let at = 0; at < 6; at += 1) {
      let commands = 0;
      pcsc.beforeCommand = () => {
        commands += 1;
        if (commands === at + 1) {
          card.reset();
          throw new Error('Card was reset');
        }
      };
      const input = receiptInput(identity, at);
      expect(isSignedBy(identity.publicKey, input, await unit.sign(input, never()))).toBe(true);
    }
  });

  it('that is pulled out in the middle is missed, and used again when it is back', async () => {
    const input = receiptInput(await unit.identify(never()));
    let commands = 0;
    pcsc.beforeCommand = () => {
      commands += 1;
      if (commands === 4) pcsc.unplug(READER);
    };
    expect(await failureOfCall(unit.sign(input, never()))).toEqual({
      kind: 'unreachable',
      text: `the reader ${READER} is not connected`,
    });
    pcsc.plug(READER);
    expect((await failureOfCall(unit.sign(input, never()))).text).toContain('no card');
    pcsc.plug(READER, card);
    expect(await signs()).toBe(true);
  });

  it('that is another one now is told from a broken one', async () => {
    const before = await unit.identify(never());
    await signs();
    use({ certified: KEYS.other });
    const failure = await failureOfCall(unit.sign(receiptInput(before), never()));
    expect(failure.kind).toBe('changed');
    expect(isSameIdentity(before, await unit.identify(never()))).toBe(false);
    expect(await signs()).toBe(true);
  });

  it('that another program holds is waited for by the next receipt', async () => {
    const identity = await unit.identify(never());
    const other = await new PcscService(pcsc.load).connect(READER);
    const failure = await failureOfCall(unit.sign(receiptInput(identity), never()));
    expect(failure).toEqual({ kind: 'unreachable', text: 'the card cannot be used: Sharing violation' });
    other.disconnect();
    expect(await signs()).toBe(true);
  });

  it('of another kind is refused', async () => {
    use({ model: 'bank card' });
    expect(await failureOfCall(unit.identify(never()))).toEqual({
      kind: 'refused',
      text: expect.stringContaining('3b6800000073c84013009000'),
    });
  });

  it('is let go when the time is up, and the next one finds it free', async () => {
    const input = receiptInput(await unit.identify(never()));
    const time = new AbortController();
    let commands = 0;
    pcsc.beforeCommand = () => {
      commands += 1;
      if (commands === 3) time.abort();
    };
    expect((await failureOfCall(unit.sign(input, time.signal))).kind).toBe('timeout');
    expect(commands).toBe(3);
    expect(await signs()).toBe(true);
  });

  it('wants digits', async () => {
    unit = unitOf('12x456');
    const input = receiptInput(await unit.identify(never()));
    expect((await failureOfCall(unit.sign(input, never()))).kind).toBe('refused');
    expect(card.attempts).toBe(3);
  });

  it('is traced without its PIN', async () => {
    await signs();
    expect(trace.some((line) => line.startsWith('COMPUTE SIGNATURE'))).toBe(true);
    expect(trace.join('\n')).not.toContain('123456');
  });
});

describe('the PC/SC service', () => {
  it('may stop and come back', async () => {
    expect(await signs()).toBe(true);
    pcsc.running = false;
    const failure = await failureOfCall(unit.identify(never()));
    expect(failure).toEqual({
      kind: 'unreachable',
      text: 'the smart card service cannot be used: PC/SC service not running',
    });
    pcsc.running = true;
    expect(await signs()).toBe(true);
  });

  it('is not needed for anything else: the package is looked for when a card is wanted', async () => {
    const loaded: unknown = await loadPcsc().catch((error: unknown) => error);
    if (loaded instanceof UnitError) expect(loaded.kind).toBe('unreachable');
    else expect(loaded).toHaveProperty('Context');
  });
});

describe('readers', () => {
  const lines: string[] = [];
  const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(text) };
  let ignored: RegExp | null = null;
  const readersOf = () =>
    new CardReaders({ uses: (name) => !ignored?.test(name), pin: '123456', log, load: pcsc.load });
  const ids = (readers: CardReaders) => readers.units().map(({ id }) => id);

  beforeEach(() => {
    lines.length = 0;
    ignored = null;
  });

  it('give a unit for each signature card', async () => {
    pcsc.plug('ACS ACR39U', newCard({ model: 'ACOS 04', certified: KEYS.other }));
    pcsc.plug('Bank', newCard({ model: 'bank card' }));
    pcsc.plug('Empty');
    const readers = readersOf();
    await readers.refresh();
    await readers.refresh();
    expect(ids(readers)).toEqual([`card ${READER}`, 'card ACS ACR39U']);
    expect(lines).toHaveLength(3);
    unit = readers.units()[0]!;
    expect(await signs()).toBe(true);
  });

  it('keep the unit of one that is unplugged, and the same unit when it is back', async () => {
    const readers = readersOf();
    await readers.refresh();
    const [before] = readers.units();
    pcsc.unplug(READER);
    await readers.refresh();
    expect(readers.units()).toEqual([before]);
    pcsc.plug(READER, card);
    await readers.refresh();
    expect(readers.units()[0]).toBe(before);
  });

  it('find a card that comes later', async () => {
    pcsc.plug(READER);
    const readers = readersOf();
    await readers.refresh();
    expect(readers.units()).toEqual([]);
    pcsc.plug(READER, card);
    await readers.refresh();
    expect(ids(readers)).toEqual([`card ${READER}`]);
  });

  it('are left alone when they are to be ignored, at any moment', async () => {
    ignored = /gemalto/i;
    const readers = readersOf();
    await readers.refresh();
    expect(readers.units()).toEqual([]);
    expect(lines).toEqual([]);
    ignored = null;
    await readers.refresh();
    expect(ids(readers)).toEqual([`card ${READER}`]);
    ignored = /gemalto/i;
    expect(readers.units()).toEqual([]);
  });

  it('say once that there is no PC/SC service', async () => {
    pcsc.running = false;
    const readers = readersOf();
    await readers.refresh();
    await readers.refresh();
    expect(readers.problem).toMatchObject({
      cause: 'cardService',
      text: expect.stringContaining('not running'),
    });
    expect(lines).toHaveLength(1);
    pcsc.running = true;
    await readers.refresh();
    expect(readers.problem).toBeNull();
  });
});
