package io.metasched.simulation.run;

import io.metasched.simulation.actor.ActorDriver;
import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Engine;
import java.util.List;

/**
 * What can drive the core, by name. All drivers give the same result, but for the one that lets
 * organizations compete.
 */
public final class Drivers {
  /** Actors in this JVM. */
  public static final String ACTORS = "actors";

  /** The single-threaded engine. */
  public static final String ENGINE = "engine";

  /** Actors whose organizations compete: sound, but not repeatable. */
  public static final String ACTORS_FREE = "actors-free";

  /** Actors over several JVMs; not to be had by name, since the JVMs must be started. */
  public static final String CLUSTER = "cluster";

  /** The same, where organizations compete. */
  public static final String CLUSTER_FREE = "cluster-free";

  private static final List<String> NAMES = List.of(ACTORS, ENGINE, ACTORS_FREE);

  private Drivers() {}

  /**
   * The driver of that name.
   *
   * @throws UsageException when there is none
   */
  public static Driver named(String name) {
    return switch (name) {
      case ENGINE -> Engine::run;
      case ACTORS -> ActorDriver.of(false);
      case ACTORS_FREE -> ActorDriver.of(true);
      default ->
          throw new UsageException(
              "--driver: unknown driver '%s'%s; known are %s"
                  .formatted(name, Nearest.hint(name, NAMES), String.join(", ", NAMES)));
    };
  }
}
