package io.metasched.simulation.run;

import io.metasched.simulation.actor.TwoLevelActors;
import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelReplay;
import java.util.List;

/** What can drive two levels, by name. All drivers give the same outcome. */
public final class TwoLevelDrivers {
  private static final List<String> NAMES = List.of(Drivers.ACTORS, Drivers.ENGINE);

  private TwoLevelDrivers() {}

  /**
   * The driver of that name.
   *
   * @throws UsageException when there is none
   */
  public static TwoLevelDriver named(String name) {
    return switch (name) {
      case Drivers.ENGINE -> TwoLevelReplay::run;
      case Drivers.ACTORS -> TwoLevelActors.start();
      default ->
          throw new UsageException(
              "--driver: no driver '%s' of two levels%s; known are %s"
                  .formatted(name, Nearest.hint(name, NAMES), String.join(", ", NAMES)));
    };
  }
}
