package io.metasched.simulation.driver;

/**
 * Names of the drivers of runs. All drivers produce the same result, except those that let
 * organizations compete.
 */
public final class Drivers {
  /** Actors in this JVM. */
  public static final String ACTORS = "actors";

  /** Single-threaded engine. */
  public static final String ENGINE = "engine";

  /** Actors whose organizations compete: sound, but not repeatable. */
  public static final String ACTORS_FREE = "actors-free";

  /** Actors over several JVMs; cannot be chosen by name, because the JVMs must be started. */
  public static final String CLUSTER = "cluster";

  /** Actors over several JVMs whose organizations compete. */
  public static final String CLUSTER_FREE = "cluster-free";

  private Drivers() {}
}
