package io.metasched.service.check;

import java.util.List;

/** Holds what a service left behind against what it promises. */
public final class Checker {
  private Checker() {}

  /** All promises that were broken; none for a service that is right. */
  public static List<Finding> check(Evidence evidence) {
    var findings = new Findings();
    new AnswersCheck(evidence, findings).check();
    new KeysCheck(evidence, findings).check();
    new EventsCheck(evidence, findings).check();
    new StatesCheck(evidence, findings).check();
    new MoneyCheck(evidence, findings).check();
    new RunsCheck(evidence, findings).check();
    return findings.all();
  }
}
