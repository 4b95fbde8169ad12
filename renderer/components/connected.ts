import { createContext, use } from 'react';

/** Whether the register service can be asked for something now. */
export const Connected = createContext(true);

/** Whether the register service can be asked for something now. */
export function useConnected(): boolean {
  return use(Connected);
}
