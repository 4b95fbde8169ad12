/** Drawers by the name that the profile gives (`Drawer`). */
import type { DrawerModel } from './contract.ts';
import { POSIFLEX } from './posiflex.ts';

/** All kinds. */
export const DRAWERS: readonly DrawerModel[] = [POSIFLEX];

/** The kind with this name in any case; null for others. */
export function drawerModel(name: string): DrawerModel | null {
  return DRAWERS.find((model) => model.name === name.trim().toLowerCase()) ?? null;
}
