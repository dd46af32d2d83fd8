package io.metasched.simulation.driver.cluster;

/** End of a JVM of a run for a known reason other than a busy machine. */
public final class JvmEndException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  JvmEndException(String what) {
    super(what);
  }
}
