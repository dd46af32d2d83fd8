package io.metasched.simulation.cluster;

import io.metasched.resource.actor.journal.Journal;

/**
 * The journals of a JVM's actors.
 *
 * @param isKept whether what they write is kept, so that they come to life again elsewhere
 */
record Journals(boolean isKept) {

  /**
   * The journal of an actor.
   *
   * @param id the same wherever and whenever he comes to life
   */
  Journal of(String id) {
    return isKept ? Journal.persistent(id) : Journal.NONE;
  }
}
