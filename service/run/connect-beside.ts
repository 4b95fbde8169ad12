/** Connecting a register to the portal that runs beside it, without a badge to be typed in. */
import type { BesideCompany } from '../portal/beside.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Installation } from './installation.ts';

/**
 * Has the portal beside make a badge for a company, and stores it as if a manager had entered it.
 * @throws Error that says why that cannot be done, CompanyError of the profile
 */
export async function connectBeside(installation: Installation, cfg: Cfg | null): Promise<void> {
  if (!cfg) throw new Error('no company is set up yet: start the till program first');
  const { portalProcess } = installation;
  if (!portalProcess) throw new Error('no portal runs beside this register');
  const badge = await portalProcess.badgeFor(companyOf(cfg));
  await installation.changeProfile({ badge }, true);
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
