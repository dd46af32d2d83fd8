package io.metasched.resource.actor.journal;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Migration of an event whose stored form has had one version so far. The version is stored with
 * the event, and a later version is rejected. reference.conf names the events. docs/actors.md
 * documents changes of the form of an event.
 */
public final class VersionOne extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 1;
  }

  /** Rejects the event, because there is no older version to convert from. */
  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    throw new IllegalArgumentException(
        "stored events have versions from 1 on, but this has version " + fromVersion);
  }
}
