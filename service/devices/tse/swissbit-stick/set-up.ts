/**
 * Brings a stick into service, as far as its commands are public (DE29): what follows upon PUK and
 * PINs, in the order of its maker's library. Each step may be the first one after a broken set-up.
 */
import { COMMAND, LONG_MS, SHORT_MS, StickError, str, type Mailbox } from './mailbox.ts';

/** In the status block: how it stands, and which secrets are no longer those that it came with. */
const STANDS = 0x1d;
const CHANGED = 0x20;
const SECRETS = ['PUK', 'admin PIN', 'time PIN'] as const;
const ALREADY = 0x10fd;
const DISABLED = 0x10fe;

/** Something is left that this program has no command for. */
export class Unfinished extends Error {}

/** What the steps work with; all of it throws as the mailbox does. */
export interface SetUpWork {
  /** The status block. */
  block: Buffer;
  box: Mailbox;
  /** The first client: the self test wants one. */
  client: string;
  /** Clients that are registered. */
  clients: () => Promise<readonly string[]>;
  /** As administrator. */
  login: () => Promise<void>;
  /** Sets its clock. */
  time: () => Promise<void>;
}

/** Does what is left to do. @throws Unfinished, StickError, StickBroken */
export async function setUpStick({ block, box, client, clients, login, time }: SetUpWork): Promise<void> {
  if (block[STANDS] === 1) return;
  if (block[STANDS] !== 0) throw new StickError(DISABLED);
  const unchanged = SECRETS.filter((_, bit) => ((block[CHANGED] ?? 0) & (1 << bit)) === 0);
  if (unchanged.length > 0)
    throw new Unfinished(
      `change its ${unchanged.join(', ')} with the program of its maker, enter the PINs (TSE_AdminPin, TSE_TimePin), and set it up again`,
    );
  const selfTest = () => box.send(COMMAND.selfTest, [str(client)], LONG_MS);
  // One has to come before all else, though it fails as long as it does not know the client.
  await selfTest().catch(unlessRefused);
  await login();
  if (!(await clients()).includes(client)) await box.send(COMMAND.register, [str(client)], SHORT_MS);
  await selfTest();
  // A self test ends the login.
  await login();
  await box.send(COMMAND.activate, [], SHORT_MS);
  await box.send(COMMAND.initialise, [], SHORT_MS).catch((error: unknown) => {
    if (!(error instanceof StickError) || error.code !== ALREADY) throw error;
  });
  await time();
}

/** What the stick said no to is as good as done; what it did not say is not. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof StickError)) throw error;
}
