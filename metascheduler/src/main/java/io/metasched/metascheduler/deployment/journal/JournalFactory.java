package io.metasched.metascheduler.deployment.journal;

import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.config.SnapshotSettings;

/**
 * The journals of a JVM's actors.
 *
 * @param isKept whether events are written, so that actors recover in other JVMs
 * @param snapshots when they store their state
 */
public record JournalFactory(boolean isKept, SnapshotSettings snapshots) {

  /**
   * The journal of an actor.
   *
   * @param id the same in all JVMs and incarnations
   */
  public Journal of(String id) {
    return isKept ? Journal.persistent(id, snapshots.every()) : Journal.NONE;
  }
}
