/** Routes of an installation that need no journal. */
import type { RequestHandler } from 'express';
import path from 'node:path';
import { spaceOf } from '../disk/free-space.ts';
import { SignServer } from '../devices/at-signature/sign-server.ts';
import { selfSignedKey } from '../certificates/write.ts';
import { apiDocsRoutes } from '../http/docs/api-docs.ts';
import { authorizationRoutes } from '../http/authorization.ts';
import { certificateRoutes } from '../http/certificates.ts';
import { cloudTokenRoutes } from '../http/door/cloud-token.ts';
import { changelogRoutes } from '../http/docs/changelog.ts';
import { diskRoutes } from '../http/disk.ts';
import { guideRoutes } from '../http/docs/guide.ts';
import { licenseRoutes } from '../http/license.ts';
import { logRoutes } from '../http/log.ts';
import { peopleRoutes } from '../http/control/people.ts';
import { profilePageRoutes } from '../http/control/profile-page.ts';
import { profileRoutes } from '../http/profile.ts';
import { qrRoutes } from '../http/qr.ts';
import { restartRoutes } from '../http/restart.ts';
import { sessionRoutes } from '../http/control/session.ts';
import { trailRoutes } from '../http/control/trail.ts';
import { signRoutes } from '../http/sign.ts';
import { supportRoutes } from '../http/control/support.ts';
import { unitRoutes } from '../http/control/units.ts';
import { badgeTarget } from './badge.ts';
import { connectBeside } from './connect-beside.ts';
import { Communication } from '../settings/communication.ts';
import { VERSION } from '../version.ts';
import { supportFiles } from './support.ts';
import type { Installation } from './installation.ts';

/** See above. */
export function routesOf(installation: Installation): RequestHandler[] {
  const { dataRoot, log, disk, profile, units: settings, signing, clock } = installation;
  const now = () => clock.now();
  const { serverPassword: password } = installation;
  const server = new SignServer({ pool: signing.pool, ...installation.signAdmission });
  const communication = new Communication({
    ...{ secretFolder: dataRoot.keys, publicFolder: dataRoot.cer, instance: dataRoot.instance },
    ...{ version: VERSION, now, country: () => installation.companyCountry() },
    make: (subject, country, at) =>
      selfSignedKey({ subject, purpose: 'signing', ...(country !== null && { country }) }, at),
  });
  return [
    certificateRoutes(dataRoot.cer),
    logRoutes((iid) => log.recent(iid)),
    installation.logTail.router,
    trailRoutes(installation.trail),
    supportRoutes(() => supportFiles(installation, installation.supportRooms), now),
    diskRoutes(disk, now, installation.diskHistory, () => spaceOf(dataRoot.root)),
    qrRoutes(),
    apiDocsRoutes(path.join(installation.home, 'docs', 'openapi.json'), VERSION),
    guideRoutes(path.join(installation.home, 'docs', 'coming-from-another-register.md')),
    changelogRoutes(path.join(installation.home, 'CHANGELOG.md')),
    authorizationRoutes(() => communication.token()),
    licenseRoutes((rn, key) => installation.recorder?.license(rn, key) ?? Promise.resolve('offline')),
    restartRoutes(() => installation.restart.ask('POST /service/restart')),
    cloudTokenRoutes(installation.portal),
    sessionRoutes(installation.access, installation.changeProfile, installation.pins),
    peopleRoutes(installation.access, async (changes, by) => {
      if (changes.length === 0) return;
      await profile.note(changes, by);
      await installation.audit.catchUp();
    }),
    profileRoutes(profile, installation.access.manager, installation.changeProfile),
    profilePageRoutes(profile, installation.changeProfile, {
      isBeside: () => installation.portalChoice.isBeside,
      address: () => installation.portalChoice.address,
      addressIn: (badge) =>
        badgeTarget(badge, installation.portalChoice.address, installation.recorder).address,
      connect: async () => connectBeside(installation, await installation.companyCfg()),
    }),
    signRoutes(server),
    unitRoutes({ settings, signing, password, now }, installation.news.tell),
  ];
}
