package io.metasched.resource.actor.journal;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Migration of an event of a domain. Since version 2, consequences of local load and of time are
 * not stored. The journal of a simulation ends with its run, so events of version 1 are rejected.
 */
public final class VersionTwo extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 2;
  }

  /** Rejects version 1, which cannot be converted. */
  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    throw new IllegalArgumentException(
        "events of domains are read from version 2 on, but this has version " + fromVersion);
  }
}
