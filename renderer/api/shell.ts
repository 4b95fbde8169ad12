// Types only: in a browser there is no shell, and no bridge to it.
import type {} from '../../main/bridge.ts';

/** Start the service anew, where the page is shown by the desktop shell; undefined elsewhere. */
export const restartService: (() => void) | undefined = window.tillmark?.restartService
  ? () => void window.tillmark?.restartService()
  : undefined;
