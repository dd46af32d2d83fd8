package io.metasched.metascheduler.deployment.journal;

import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.config.SnapshotSettings;

/**
 * Factory of the journals of a JVM's actors.
 *
 * @param isKept whether events are written, so that actors recover in other JVMs
 * @param snapshots snapshot interval of the actors
 */
public record JournalFactory(boolean isKept, SnapshotSettings snapshots) {

  /**
   * Returns the journal of an actor.
   *
   * @param id id of the actor, equal in all JVMs and incarnations
   */
  public Journal of(String id) {
    return isKept ? Journal.persistent(id, snapshots.every()) : Journal.NONE;
  }
}
