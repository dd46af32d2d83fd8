package io.metasched.simulation.driver.cluster;

/** The end of a JVM of a run for a known reason, which is not that its machine was too busy. */
public final class JvmEndException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  JvmEndException(String what) {
    super(what);
  }
}
