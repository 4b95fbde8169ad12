import type { ShellState, ShellSwitch, UpdateState } from './bridge.ts';
import type { Autostart } from './autostart.ts';
import type { PreferencesFile } from './preferences.ts';

/** What the switches work on. */
export interface SwitchParts {
  /** Null where the system cannot start this copy. */
  autostart: Autostart | null;
  preferences: PreferencesFile;
  /** Null where whoever installed the program has switched updates off. */
  updates: { readonly state: UpdateState; follow(): void } | null;
  /** Called when something has changed. */
  changed: () => void;
}

/** What somebody can switch in the shell, from its menu and from the register's page. */
export class Switches {
  private readonly parts: SwitchParts;

  constructor(parts: SwitchParts) {
    this.parts = parts;
  }

  /** How they stand; null for what cannot be switched here. */
  get state(): ShellState {
    const { autostart, preferences, updates } = this.parts;
    return {
      autostart: autostart?.isOn ?? null,
      notices: preferences.now.notices,
      updates: updates && preferences.now.updates,
      update: updates?.state ?? { state: 'off' },
    };
  }

  /** Switches, and tells how they stand then: the system may refuse. */
  set(name: ShellSwitch, on: boolean): ShellState {
    const { autostart, preferences, updates, changed } = this.parts;
    if (name === 'autostart') autostart?.set(on);
    else preferences.change({ [name]: on });
    if (name === 'updates') updates?.follow();
    changed();
    return this.state;
  }
}
