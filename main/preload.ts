/**
 * Runs sandboxed before every page of the window. Exposes named functions
 * only: a page never holds `ipcRenderer` nor one of its events.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import {
  CHANNELS,
  VERSION_ARGUMENT,
  type ServiceState,
  type ShellState,
  type TillmarkBridge,
} from './bridge.ts';

const version = process.argv.find((argument) => argument.startsWith(VERSION_ARGUMENT));

contextBridge.exposeInMainWorld('tillmark', {
  appVersion: version?.slice(VERSION_ARGUMENT.length) ?? '',
  serviceState: () => ipcRenderer.invoke(CHANNELS.serviceState) as Promise<ServiceState>,
  onServiceState: (callback) => {
    const listener = (_event: IpcRendererEvent, state: ServiceState): void => callback(state);
    ipcRenderer.on(CHANNELS.serviceStateChanged, listener);
    return () => {
      ipcRenderer.removeListener(CHANNELS.serviceStateChanged, listener);
    };
  },
  restartService: () => ipcRenderer.invoke(CHANNELS.restartService) as Promise<void>,
  showRegister: () => ipcRenderer.invoke(CHANNELS.showRegister) as Promise<void>,
  shellState: () => ipcRenderer.invoke(CHANNELS.shellState) as Promise<ShellState>,
  setShell: (name, on) => ipcRenderer.invoke(CHANNELS.setShell, name, on) as Promise<ShellState>,
  lastLines: () => ipcRenderer.invoke(CHANNELS.lastLines) as Promise<string[]>,
  openLogs: () => ipcRenderer.invoke(CHANNELS.openLogs) as Promise<void>,
  signIn: (user, password) => ipcRenderer.invoke(CHANNELS.signIn, user, password) as Promise<void>,
} satisfies TillmarkBridge);
