package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.RunningTime;

/** Says with an error of a run over several JVMs that the machine was too busy, if it was. */
final class BusyMachine {
  private BusyMachine() {}

  /** The words, with what was wrong with the machine if something was and may be the cause. */
  static String explained(String words) {
    if (words.contains("memory")) {
      return words;
    }
    return RunningTime.ofThisJvm().trouble().map(why -> words + "; " + why).orElse(words);
  }
}
