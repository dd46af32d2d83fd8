package io.metasched.lab.check;

import java.util.List;

/** Checker of the service's invariants on the evidence of a run. */
public final class EvidenceChecker {
  private EvidenceChecker() {}

  /** Returns all violations; none for a correct service. */
  public static List<Finding> check(Evidence evidence) {
    var findings = new Findings();
    new AnswersCheck(evidence, findings).check();
    new KeysCheck(evidence, findings).check();
    new EventsCheck(evidence, findings).check();
    new StatesCheck(evidence, findings).check();
    new WorkflowsCheck(evidence, findings).check();
    new MoneyCheck(evidence, findings).check();
    new RunsCheck(evidence, findings).check();
    new SitesCheck(evidence, findings).check();
    new AdvisedSitesCheck(evidence, findings).check();
    return findings.all();
  }

  /**
   * Returns the times, in milliseconds, for which local jobs of sites waited for reservations that
   * no window needed any more, apart from faults; the shortest one first.
   */
  public static List<Long> unpaidMillis(Evidence evidence) {
    return new SitesCheck(evidence, new Findings()).unpaidMillis();
  }
}
