/**
 * Runs sandboxed before every page of the window. Exposes named functions
 * only: a page never holds `ipcRenderer` nor one of its events.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { channels, versionArgument, type ServiceState, type TillmarkBridge } from './bridge.ts';

const version = process.argv.find((argument) => argument.startsWith(versionArgument));

contextBridge.exposeInMainWorld('tillmark', {
  appVersion: version?.slice(versionArgument.length) ?? '',
  serviceState: () => ipcRenderer.invoke(channels.serviceState) as Promise<ServiceState>,
  onServiceState: (callback) => {
    const listener = (_event: IpcRendererEvent, state: ServiceState): void => callback(state);
    ipcRenderer.on(channels.serviceStateChanged, listener);
    return () => {
      ipcRenderer.removeListener(channels.serviceStateChanged, listener);
    };
  },
  restartService: () => ipcRenderer.invoke(channels.restartService) as Promise<void>,
  showRegister: () => ipcRenderer.invoke(channels.showRegister) as Promise<void>,
  signIn: (user, password) => ipcRenderer.invoke(channels.signIn, user, password) as Promise<void>,
} satisfies TillmarkBridge);
