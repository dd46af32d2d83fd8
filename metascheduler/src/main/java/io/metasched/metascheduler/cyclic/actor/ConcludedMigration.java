package io.metasched.metascheduler.cyclic.actor;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Migration of {@link MetaschedulerEvent.Concluded} from older versions. In version 1, the reply to
 * the clock was called {@code toKeeper}.
 */
public final class ConcludedMigration extends JacksonMigration {
  @Override
  public int currentVersion() {
    return 3;
  }

  @Override
  public String transformClassName(int fromVersion, String className) {
    return MetaschedulerEvent.Concluded.class.getName();
  }

  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    var concluded = (ObjectNode) json;
    if (fromVersion == 1) {
      var toKeeper = concluded.remove("toKeeper");
      concluded.set("toClock", toKeeper == null ? concluded.nullNode() : toKeeper);
    }
    return concluded;
  }
}
