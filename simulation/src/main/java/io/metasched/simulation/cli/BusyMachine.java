package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.RunningTime;
import io.metasched.simulation.driver.cluster.JvmEndException;

/** Hint that the machine was too busy, which is added to errors of a run over several JVMs. */
final class BusyMachine {
  private BusyMachine() {}

  /**
   * Returns the message of a failure, with an explanation unless a JVM has ended for a known
   * reason.
   */
  static String explained(RuntimeException failure) {
    var words = String.valueOf(failure.getMessage());
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JvmEndException) {
        return words;
      }
    }
    return explained(words);
  }

  /** Returns the message, followed by the overload of the machine if that may be the cause. */
  static String explained(String words) {
    if (words.contains("memory")) {
      return words;
    }
    return RunningTime.ofThisJvm().problem().map(why -> words + "; " + why).orElse(words);
  }
}
