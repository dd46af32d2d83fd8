package io.metasched.resource.actor.journal;

import akka.serialization.jackson.JacksonMigration;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Objects;

/**
 * Migration of an event of version 1 whose class has moved to another package. The stored form
 * contains the former name of the class, and is otherwise the current form. reference.conf names
 * these events by their former names.
 */
public final class MovedEvent extends JacksonMigration {
  private static final String ROOT = "io.metasched.";
  private static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("ProviderEvent", "resource.provider.actor"),
          Map.entry("MultiprocessorEvent", "resource.rectangles.actor"),
          Map.entry("AgentEvent", "resource.broker.actor"),
          Map.entry("MetaschedulerEvent", "metascheduler.cyclic.actor"),
          Map.entry("GridEvent", "metascheduler.twolevel.actor"),
          Map.entry("GridReservationEvent", "metascheduler.whatif.actor"),
          Map.entry("RectangleSchedulerEvent", "metascheduler.rectangles.actor"),
          Map.entry("BrokerEvent", "metascheduler.broker.actor"),
          Map.entry("RelayedBrokerEvent", "simulation.system.broker.actor"));

  /** Returns a version above all versions that were stored under the former names. */
  @Override
  public int currentVersion() {
    return 2;
  }

  @Override
  public String transformClassName(int fromVersion, String className) {
    var name = className.substring(className.lastIndexOf('.') + 1);
    var events = name.substring(0, name.indexOf('$'));
    return ROOT + Objects.requireNonNull(PACKAGES.get(events), className) + "." + name;
  }

  @Override
  public JsonNode transform(int fromVersion, JsonNode json) {
    return json;
  }
}
