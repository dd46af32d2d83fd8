package io.metasched.metascheduler.cyclic.actor;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Migration of {@link MetaschedulerEvent.UserJoined} from older versions. In version 1, the event
 * was called {@code Came}, with the same fields.
 */
public final class UserJoinedMigration extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 3;
  }

  @Override
  public String transformClassName(int fromVersion, String className) {
    return MetaschedulerEvent.UserJoined.class.getName();
  }

  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    return json;
  }
}
