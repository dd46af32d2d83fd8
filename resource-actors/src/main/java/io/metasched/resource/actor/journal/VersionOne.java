package io.metasched.resource.actor.journal;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Of an event whose stored form has had one version so far: the version is stored with it, and a
 * later one is refused. reference.conf names the events. docs/journal.md says what to do when the
 * form of an event changes.
 */
public final class VersionOne extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 1;
  }

  /** There is no older version to come from. */
  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    throw new IllegalArgumentException(
        "stored events have versions from 1 on, but this has version " + fromVersion);
  }
}
