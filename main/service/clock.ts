/** Time as an argument: the supervisor's back-off and limits are tested without waiting. */
export interface Clock {
  now(): Date;
  /** Calls once after the delay in milliseconds; the result cancels. */
  after(delay: number, call: () => void): () => void;
}

/** The real time. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    return () => {
      clearTimeout(timer);
    };
  },
};
