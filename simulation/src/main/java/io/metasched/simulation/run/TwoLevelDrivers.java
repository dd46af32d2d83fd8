package io.metasched.simulation.run;

import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelReplay;
import java.util.List;

/** What can drive two levels, by name. All drivers give the same outcome. */
public final class TwoLevelDrivers {
  private static final List<String> ASKED_FOR = List.of(Drivers.ACTORS, Drivers.ENGINE);

  private TwoLevelDrivers() {}

  /**
   * The name of what drives when one is asked for: until there are actors of two levels, the
   * engine, whose outcome is the same.
   *
   * @throws UsageException when there is none
   */
  public static String inForce(String asked) {
    if (!ASKED_FOR.contains(asked)) {
      throw new UsageException(
          "--driver: no driver '%s' of two levels%s; known are %s"
              .formatted(asked, Nearest.hint(asked, ASKED_FOR), String.join(", ", ASKED_FOR)));
    }
    return Drivers.ENGINE;
  }

  /** The driver of a name that is in force. */
  public static TwoLevelDriver named(String inForce) {
    return switch (inForce) {
      case Drivers.ENGINE -> TwoLevelReplay::run;
      default ->
          throw new UsageException("--driver: no driver '%s' of two levels".formatted(inForce));
    };
  }
}
