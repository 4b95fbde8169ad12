/** Connecting a register to the portal that runs beside it, without a badge to be typed in. */
import type { BesideCompany } from '../portal/beside.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { CompanyError } from '../settings/profile-file.ts';
import type { BesideFault } from '../settings/wire.ts';
import type { Installation } from './installation.ts';

/** So long is waited for a portal that is starting. */
const STARTING_MS = 10_000;

/** Why that cannot be done; the message says it in English. */
export class BesideError extends Error {
  readonly reason: BesideFault;

  constructor(reason: BesideFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Has the portal beside make a badge for a company, and stores it as if a manager had entered it.
 * @throws BesideError
 */
export async function connectBeside(installation: Installation, cfg: Cfg | null): Promise<void> {
  if (!cfg) throw new BesideError('noCompany', 'no company is set up yet: start the till program first');
  const { portalProcess } = installation;
  // Trials go to a portal of their own.
  if (!portalProcess || installation.portalChoice.isStaging)
    throw new BesideError('noPortal', 'no portal runs beside this register');
  const { named } = installation.portalChoice;
  if (named !== undefined) throw new BesideError('otherPortal', `the profile names another portal: ${named}`);
  portalProcess.wake();
  const portal = await portalProcess.settled(STARTING_MS);
  if (portal.state === 'starting') throw new BesideError('starting', 'the portal is still starting');
  if (portal.state === 'failed') throw new BesideError('failed', `the portal does not run: ${portal.text}`);
  const badge = await portalProcess.badgeFor(companyOf(cfg)).catch((error: Error) => {
    throw new BesideError('refused', error.message);
  });
  try {
    await installation.changeProfile({ badge }, true);
  } catch (error) {
    throw error instanceof CompanyError ? new BesideError('refused', error.message) : error;
  }
}

/** The portal wants every line of an address; what the register does not have is a dash there. */
function companyOf({ Cmp, Loc }: Cfg): BesideCompany {
  const line = (text: string | undefined) => text || '-';
  const name = Cmp.Nam || Cmp.TaxId;
  return {
    name,
    taxId: Cmp.TaxId,
    address: line(Cmp.Adr),
    zip: line(Cmp.Zip),
    city: line(Cmp.City),
    countryCode: Cmp.Ctry,
    location:
      Loc?.TL === undefined
        ? null
        : {
            name: Loc.Nam || name,
            address: line(Loc.Adr ?? Cmp.Adr),
            zip: line(Loc.Zip ?? Cmp.Zip),
            city: line(Loc.City ?? Cmp.City),
            countryCode: Loc.Ctry ?? Cmp.Ctry,
            locationIdentification: Loc.TL,
          },
  };
}
