package io.metasched.simulation.driver;

/**
 * Names of what can drive runs. All drivers give the same result, but for those that let
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

  private Drivers() {}
}
