package io.metasched.simulation.driver.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.simulation.scenario.UsageException;

/**
 * Settings of the execution of runs by actors.
 *
 * @param oneThreadUpTo number of nodes up to which a run has one thread, at least 0
 */
public record DriverSettings(int oneThreadUpTo) {
  private static final String ROOT = "metasched.simulation.";
  private static final String OLD_CLUSTER = ROOT + "cluster";
  private static final String ONE_THREAD_UP_TO = "one-thread-up-to";

  /** Name of the dispatcher with one thread. */
  public static final String ONE_THREAD_DISPATCHER = ROOT + "one-thread-dispatcher";

  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public DriverSettings {
    if (oneThreadUpTo < 0) {
      throw new IllegalArgumentException(
          "%s%s must be at least 0, but is %d".formatted(ROOT, ONE_THREAD_UP_TO, oneThreadUpTo));
    }
  }

  /** Loads the settings of this JVM's configuration. */
  public static DriverSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * Returns the settings of a JVM of a cluster.
   *
   * @throws UsageException if keys have the names of earlier versions: these keys, including those
   *     of TLS, would be ignored
   */
  public static DriverSettings of(ClusterSettings cluster) {
    if (cluster.config().hasPath(OLD_CLUSTER)) {
      throw new UsageException(
          "%s: these keys are now under %s (conf/cluster.conf)"
              .formatted(OLD_CLUSTER, ClusterSettings.ROOT));
    }
    return read(cluster.config());
  }

  /**
   * Reads the settings under {@code metasched.simulation}.
   *
   * @throws IllegalArgumentException if the value is missing or out of range
   */
  public static DriverSettings read(Config config) {
    try {
      return new DriverSettings(config.getInt(ROOT + ONE_THREAD_UP_TO));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(ROOT + ONE_THREAD_UP_TO + ": " + e.getMessage(), e);
    }
  }
}
