import { screen, type BrowserWindow, type Rectangle } from 'electron';

/** Where the window is, in pixels of the desktop, without what maximising adds. */
export interface Place extends Rectangle {
  maximised: boolean;
}

/** The smallest window that shows a page whole. */
export const SMALLEST = { width: 480, height: 400 };
const USUAL = { width: 1180, height: 800 };
/** So much of the window's upper edge has to be on a display for somebody to move it. */
const GRASP = { width: 120, height: 40 };
/** Moving a window changes its place many times a second. */
export const SAVE_AFTER = 500;

/**
 * Bounds for a new window: where it was if that can still be seen and reached, else the system's choice.
 * Its size never exceeds the display. After `ready` only.
 */
export function boundsFor(place: Place | null): Partial<Rectangle> {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const area = place && areas.find((one) => canGrasp(place, one));
  if (!place || !area) return fit(USUAL, areas[0] ?? { x: 0, y: 0, ...USUAL });
  return { x: place.x, y: place.y, ...fit(place, area) };
}

function canGrasp(place: Place, area: Rectangle): boolean {
  const left = Math.max(place.x, area.x);
  const right = Math.min(place.x + place.width, area.x + area.width);
  return right - left >= GRASP.width && place.y >= area.y && place.y + GRASP.height <= area.y + area.height;
}

function fit({ width, height }: { width: number; height: number }, area: Rectangle): Partial<Rectangle> {
  return {
    width: Math.max(SMALLEST.width, Math.min(width, area.width)),
    height: Math.max(SMALLEST.height, Math.min(height, area.height)),
  };
}

/** Tells where the window is, a little after it was moved and when it is closed. */
export function followPlace(window: BrowserWindow, save: (place: Place) => void): void {
  let late: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(late);
    if (!window.isDestroyed() && !window.isMinimized())
      save({ ...window.getNormalBounds(), maximised: window.isMaximized() });
  };
  const soon = (): void => {
    clearTimeout(late);
    late = setTimeout(tell, SAVE_AFTER);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', tell);
  window.on('closed', () => clearTimeout(late));
}
