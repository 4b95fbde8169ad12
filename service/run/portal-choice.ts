/** Which portal a register speaks to: the one that the profile names, else the one beside. */
import type { Profile } from '../settings/profile.ts';
import type { PortalPlaces } from './badge.ts';
import type { PortalProcess } from './portal-process.ts';

/** The portal of an installation. */
export class PortalChoice {
  private readonly profile: Profile;
  private readonly process: PortalProcess | null;
  /** The portal for trials is used (`Recorder_staging`); another portal needs a restart. */
  readonly isStaging: boolean;

  /** @param process the portal beside; null where none is wanted */
  constructor(profile: Profile, process: PortalProcess | null) {
    this.profile = profile;
    this.process = process;
    this.isStaging = profile.attributes.flag('Recorder_staging');
  }

  /** Where the recorder finds the portal; null while none is known. */
  get address(): string | null {
    // Trials never reach the portal that counts, whatever is missing.
    return this.named ?? (this.isStaging ? null : (this.process?.url ?? null));
  }

  /** Address of the portal that the profile names; undefined where it leaves that to the one beside. */
  get named(): string | undefined {
    const { attributes } = this.profile;
    return this.isStaging ? attributes.text('Recorder_stagingUrl') : attributes.text('Recorder_url');
  }

  /** A portal runs beside, and the profile names no other one. */
  get isBeside(): boolean {
    return this.process !== null && !this.isStaging && this.named === undefined;
  }

  /** Where a badge may be sent to. */
  get places(): PortalPlaces {
    const { address: inForce, attribute, isStaging } = this;
    return { inForce, attribute, beside: isStaging ? null : (this.process?.url ?? null) };
  }

  /** Profile attribute that names the portal. */
  private get attribute(): 'Recorder_url' | 'Recorder_stagingUrl' {
    return this.isStaging ? 'Recorder_stagingUrl' : 'Recorder_url';
  }
}
