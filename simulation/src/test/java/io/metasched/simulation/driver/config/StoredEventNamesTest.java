package io.metasched.simulation.driver.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import akka.serialization.jackson.JacksonMigration;
import com.typesafe.config.ConfigFactory;
import io.metasched.resource.actor.journal.MovedEvent;
import io.metasched.resource.actor.journal.VersionOne;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Names under which events are stored, in all modules that a run needs. */
final class StoredEventNamesTest {
  private static final String MIGRATIONS = "akka.serialization.jackson.migrations";

  @Test
  void eachStoredNameLeadsToAClassOfThePresent() throws ReflectiveOperationException {
    var migrations = ConfigFactory.load().getObject(MIGRATIONS).unwrapped();
    var own = new TreeMap<>(migrations);
    own.keySet().removeIf(name -> !name.startsWith("io.metasched."));

    assertThat(own).hasSizeGreaterThan(80);
    for (var each : own.entrySet()) {
      var type = Class.forName(String.valueOf(each.getValue()));
      var migration = (JacksonMigration) type.getDeclaredConstructor().newInstance();
      var present = migration.transformClassName(1, each.getKey());
      assertThatCode(() -> Class.forName(present)).as(each.getKey()).doesNotThrowAnyException();
    }
  }

  @Test
  void anEventThatHasMovedIsStoredUnderItsPresentName() {
    var migrations = ConfigFactory.load().getObject(MIGRATIONS).unwrapped();
    var moved = "io.metasched.metascheduler.actor.GridEvent$TasksQueued";
    var present = "io.metasched.metascheduler.twolevel.actor.GridEvent$TasksQueued";

    assertThat(new MovedEvent().transformClassName(1, moved)).isEqualTo(present);
    assertThat(List.of(migrations.get(moved), migrations.get(present)))
        .isEqualTo(List.of(MovedEvent.class.getName(), VersionOne.class.getName()));
  }
}
