package io.metasched.resource.provider;

/**
 * Effect of a request for a reservation on the start that the local scheduler promises to the first
 * job of its queue.
 */
public enum HeadPromise {
  /** The reservation respects only running jobs and other reservations, and may delay that job. */
  IGNORED,
  /** The reservation also leaves that job its earliest start. */
  RESPECTED
}
