package io.metasched.resource.provider;

/**
 * What a request for a reservation does to the start that the local scheduler promises to the first
 * job of its queue.
 */
public enum HeadPromise {
  /** A reservation heeds running jobs and other reservations only, and may delay that job. */
  IGNORED,
  /** It also leaves that job its earliest start. */
  RESPECTED
}
