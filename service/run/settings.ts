/** Reads what an installation goes by: profile, keys, passwords, and what it remembers beside the journal. */
import path from 'node:path';
import type { SteadyClock } from '../clock.ts';
import { DigestUsers } from '../access/htdigest.ts';
import { DiskHistory } from '../disk/history.ts';
import { waysIn } from '../files/folders.ts';
import type { Instances } from '../instances/instances.ts';
import type { ServiceLog } from '../log.ts';
import { Marks } from '../mark/marks.ts';
import { InstallationKey } from '../settings/installation-key.ts';
import { Keys } from '../settings/keys.ts';
import { Language } from '../settings/language.ts';
import { Partners } from '../settings/partners.ts';
import { Profile } from '../settings/profile.ts';
import { ProgramChoice } from '../settings/program.ts';
import { SignatureUnits } from '../settings/signature-units.ts';
import { FileVault } from '../settings/vault.ts';
import { Trail } from '../trail/trail.ts';
import { VERSION } from '../version.ts';
import { ATTRIBUTE_READERS } from './attribute-readers.ts';
import type { DataRoot } from './data-root.ts';
import type { Options } from './options.ts';

/** What a service is started with. */
export interface ServiceStart {
  options: Options;
  home: string;
  clock: SteadyClock;
  dataRoot: DataRoot;
  instances: Instances | null;
  log: ServiceLog;
}

/** What was read; `digestUsers` is null without a `.htdigest`. */
export type OpenedSettings = Awaited<ReturnType<typeof openSettings>>;

/** @throws errors of damaged settings, and of a service that nobody could reach */
export async function openSettings(start: ServiceStart) {
  const { dataRoot, log } = start;
  const { gbl, keys: secret, cer } = dataRoot;
  const vault = await FileVault.open(gbl, log);
  await vault.bind();
  const profile = await Profile.open({
    file: path.join(gbl, 'profile.cfg'),
    vault,
    clock: start.clock,
    log,
    readers: ATTRIBUTE_READERS,
  });
  log.follow(() => profile.attributes);
  const found = await waysIn(dataRoot.root, profile.attributes, log);
  // Another instance would not know which requests were begun.
  const ways = start.instances ? { ...found, folders: null } : found;
  const keys = await Keys.open(secret, cer, vault);
  const folders = { partners: path.join(gbl, 'partners'), keys: secret, cer };
  const partners = await Partners.open(folders, vault, log);
  return {
    profile,
    ways,
    keys,
    partners,
    program: new ProgramChoice(profile.attributes, { partners, keys, version: VERSION, log }),
    vault,
    marks: await Marks.open({
      ...{ folder: start.options.stateDir, dataRoot: dataRoot.root, gbl, instance: dataRoot.instance },
      ...{ clock: start.clock, log },
    }),
    installationKey: await InstallationKey.open(vault),
    units: await SignatureUnits.open(path.join(gbl, 'signature-units.json'), vault, log),
    digestUsers: await DigestUsers.open(path.join(gbl, '.htdigest')),
    language: await Language.open(path.join(gbl, 'language')),
    trail: await Trail.open({
      ...{ file: path.join(gbl, 'audit-trail.jsonl'), vault, clock: start.clock, log },
      keepsEnd: start.instances === null,
    }),
    diskHistory: await DiskHistory.open(path.join(gbl, 'disk.json')),
  };
}
