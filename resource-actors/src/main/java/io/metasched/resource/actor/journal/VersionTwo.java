package io.metasched.resource.actor.journal;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Of an event of a domain: since version 2 what follows from local load and time is not stored. The
 * journal of a simulation ends with its run, so one of version 1 is refused, not read.
 */
public final class VersionTwo extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 2;
  }

  /** There is no way from version 1. */
  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    throw new IllegalArgumentException(
        "events of domains are read from version 2 on, but this has version " + fromVersion);
  }
}
