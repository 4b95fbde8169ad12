/**
 * A signature card in a reader, over PC/SC. Connected for each signature and let
 * go behind it, so that other programs can use the reader in between.
 */
import { createHash } from 'node:crypto';
import {
  askAttempts,
  attemptsLeft,
  BLOCKED,
  Channel,
  END_OF_FILE,
  OK,
  readBinary,
  unexpected,
  verifyPin,
} from './apdu.ts';
import { cardOf, PIN, type CardType, type KnownCard } from './card-types.ts';
import {
  UnitError,
  type FailureCause,
  type SignatureUnit,
  type Trace,
  type UnitIdentity,
  type UnitKind,
} from './contract.ts';
import { isSignedBy, rawSignature } from './ecdsa.ts';
import { certificatesOfPem, certifiedIdentity, isSameIdentity } from './identity.ts';
import type { PcscCard, PcscService } from './pcsc.ts';
import { Turns } from './turns.ts';

/** A card to use. */
export interface CardUnitOptions {
  id: string;
  /** Name of the reader. */
  reader: string;
  pin: string;
  /** Certificates of issuers, PEM: the card holds the signature certificate only. */
  issuers?: string;
  /** See profile attribute `SC_Log`. */
  trace?: Trace;
}

/** Longest certificate that is read. */
const MAX_CERTIFICATE_BYTES = 8192;
/** Cards report `reset` or `protocol not supported` now and then; a new connection helps. */
const CONNECTIONS = 2;

/** A unit for the card in a reader. */
export function cardUnit(service: PcscService, options: CardUnitOptions): SignatureUnit {
  return new CardUnit(service, options);
}

/** An opened card. */
interface Opened {
  channel: Channel;
  card: KnownCard;
}

class CardUnit implements SignatureUnit {
  readonly id: string;
  readonly kind: UnitKind = 'card';
  private readonly service: PcscService;
  private readonly options: CardUnitOptions;
  private readonly turns = new Turns();
  private identity: UnitIdentity | null = null;
  /** Why the PIN is not sent any more: each wrong attempt brings the card closer to its end. */
  private pinProblem: Readonly<{ text: string; cause: FailureCause }> | null = null;
  private attemptsSeen = false;

  constructor(service: PcscService, options: CardUnitOptions) {
    this.id = options.id;
    this.service = service;
    this.options = options;
  }

  identify(signal: AbortSignal): Promise<UnitIdentity> {
    return this.withCard(signal, (opened) => this.readIdentity(opened));
  }

  sign(input: string, signal: AbortSignal): Promise<Uint8Array> {
    const hash = createHash('sha256').update(input, 'ascii').digest();
    return this.withCard(signal, async (opened) => {
      const identity = this.identity ?? (await this.readIdentity(opened));
      const answer = await this.signHash(opened, hash);
      const signature = rawSignature(answer);
      if (signature && isSignedBy(identity.publicKey, input, signature)) return signature;
      const present = await this.readIdentity(opened);
      if (!isSameIdentity(present, identity)) {
        throw new UnitError(
          'changed',
          `there is another card in the reader ${this.options.reader}`,
          'cardOther',
        );
      }
      throw new UnitError('broken', 'the signature of the card does not fit its certificate');
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Runs a dialogue when it is its turn. One that the connection breaks off is begun anew once. */
  private withCard<T>(signal: AbortSignal, dialogue: (opened: Opened) => Promise<T>): Promise<T> {
    return this.turns.run(async () => {
      for (let connection = 1; ; connection += 1) {
        try {
          return await this.connected(signal, dialogue);
        } catch (error) {
          // What units throw is an answer; all else is the connection.
          if (error instanceof UnitError) throw error;
          if (connection === CONNECTIONS || signal.aborted) throw lost(error);
        }
      }
    }, signal);
  }

  private async connected<T>(signal: AbortSignal, dialogue: (opened: Opened) => Promise<T>): Promise<T> {
    const connection: PcscCard = await this.service.connect(this.options.reader);
    try {
      const card = cardOf(connection.atr);
      if (!card) {
        const atr = connection.atr?.toString('hex') ?? 'none';
        throw new UnitError(
          'refused',
          `the card is no signature card that is known (answer to reset ${atr})`,
          'cardUnknown',
        );
      }
      const channel = new Channel(connection, signal, this.options.trace);
      return await dialogue({ channel, card });
    } finally {
      this.service.disconnect(connection);
    }
  }

  private async readIdentity({ channel, card }: Opened): Promise<UnitIdentity> {
    const { type, remark } = card;
    for (const application of type.applications) await channel.expect(application);
    const certificate = await readCertificate(channel, type);
    const issuers = certificatesOfPem(this.options.issuers ?? '');
    this.identity = certifiedIdentity(type.zda, [certificate, ...issuers], remark);
    return this.identity;
  }

  private async signHash({ channel, card: { type } }: Opened, hash: Buffer): Promise<Buffer> {
    for (const step of [...type.enter, ...type.prepare]) await channel.expect(step);
    await this.enterPin(channel, type);
    let answer: Buffer = Buffer.alloc(0);
    for (const step of type.sign(hash)) answer = await channel.expect(step);
    return answer;
  }

  private async enterPin(channel: Channel, { pinReference, pinBlock }: CardType): Promise<void> {
    if (!PIN.test(this.options.pin))
      throw new UnitError('refused', 'the PIN is not one of 4 to 8 digits', 'pinWrong');
    if (this.pinProblem !== null) throw new UnitError('refused', this.pinProblem.text, this.pinProblem.cause);
    if (!this.attemptsSeen) await this.lookAtAttempts(channel, pinReference);
    const command = verifyPin(pinReference, pinBlock(this.options.pin));
    const { status } = await channel.send(command);
    if (status === OK) return;
    const left = attemptsLeft(status);
    if (left === null && status !== BLOCKED) throw unexpected(command, status);
    throw left === null
      ? this.keepPin('the PIN is blocked', 'pinBlocked')
      : this.keepPin(`the PIN is wrong, ${left} attempts are left`, 'pinWrong');
  }

  /**
   * Before the first PIN: the last attempt is not ours to use. A daily restart
   * with a wrong PIN in the settings would block the card otherwise. Cards that do
   * not understand the question answer with something else, which says nothing.
   */
  private async lookAtAttempts(channel: Channel, reference: number): Promise<void> {
    const { status } = await channel.send(askAttempts(reference));
    const left = attemptsLeft(status);
    if (status === BLOCKED || left === 0) throw this.keepPin('the PIN is blocked', 'pinBlocked');
    if (left === 1) {
      throw this.keepPin(
        'one attempt is left for the PIN: enter it once with the software of the card',
        'pinLast',
      );
    }
    this.attemptsSeen = true;
  }

  /** The PIN stays where it is until this unit is made anew with another one. */
  private keepPin(text: string, cause: FailureCause): UnitError {
    this.pinProblem = { text, cause };
    return new UnitError('refused', text, cause);
  }
}

/** The certificate file; what stands behind the certificate is filling. */
async function readCertificate(channel: Channel, type: CardType): Promise<Buffer> {
  for (const step of [...type.enter, type.certificateFile]) await channel.expect(step);
  let content = Buffer.alloc(0);
  let size = Infinity;
  while (content.length < size) {
    const command = readBinary(content.length);
    const { data, status } = await channel.send(command);
    if (status !== OK && status !== END_OF_FILE) throw unexpected(command, status);
    content = Buffer.concat([content, data]);
    size = certificateSize(content);
    if (size > MAX_CERTIFICATE_BYTES) throw new UnitError('broken', 'there is no certificate on the card');
    if (content.length < size && (data.length === 0 || status === END_OF_FILE)) {
      throw new UnitError('broken', 'the certificate on the card is not complete');
    }
  }
  return content.subarray(0, size);
}

/** Length of the SEQUENCE at the beginning; certificates need two bytes for it. Infinity when it is none. */
function certificateSize(content: Buffer): number {
  const isLongSequence = content.length >= 4 && content[0] === 0x30 && content[1] === 0x82;
  return isLongSequence ? 4 + content.readUInt16BE(2) : Infinity;
}

function lost(error: unknown): UnitError {
  return new UnitError('unreachable', `the card cannot be used: ${(error as Error).message}`);
}
