import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { ControlStatus } from '../../service/wire.ts';
import type { Reply } from '../api/request.ts';

/** Asks the register for one of its country's actions, with the body that belongs to it. */
export type ActOf<Actions> = <Name extends keyof Actions>(
  action: Name,
  body: Actions[Name],
) => Promise<Reply<unknown>>;

/** What the page of a country gets. */
export interface CountryPageProps {
  rn: string;
  status: ControlStatus;
  /** Answer of `GET /control/country`, in the country's own shape. */
  overview: unknown;
  /** Asks the register for an action of its country; resolves when its outcome is in `overview`. */
  act: (action: string, body: object) => Promise<Reply<unknown>>;
  /** Asks for the overview again. */
  reload: () => Promise<void>;
}

/** What the control page offers for a country beyond the status. */
export interface CountryPage {
  /** Loaded when it is looked at. */
  page: ComponentType<CountryPageProps>;
  /** Codes of problems that are solved there. */
  problems: ReadonlySet<string>;
  /** Codes of its problems that are solved on the page for signature units. */
  unitProblems?: ReadonlySet<string>;
  /** Texts of its actions, for who reads of them later; without values. */
  actions: Readonly<Record<string, ParseKeys>>;
}
