package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.RunningTime;
import io.metasched.simulation.driver.cluster.JvmEndException;

/** Says with an error of a run over several JVMs that the machine was too busy, if it was. */
final class BusyMachine {
  private BusyMachine() {}

  /** Returns the words of a failure, explained where no JVM has ended for a known reason. */
  static String explained(RuntimeException failure) {
    var words = String.valueOf(failure.getMessage());
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JvmEndException) {
        return words;
      }
    }
    return explained(words);
  }

  /** The words, with what was wrong with the machine if something was and may be the cause. */
  static String explained(String words) {
    if (words.contains("memory")) {
      return words;
    }
    return RunningTime.ofThisJvm().trouble().map(why -> words + "; " + why).orElse(words);
  }
}
