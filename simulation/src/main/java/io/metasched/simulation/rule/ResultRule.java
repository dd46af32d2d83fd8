package io.metasched.simulation.rule;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.Optional;

/** Rules of all result folders, in addition to those of a system, with their meanings. */
public enum ResultRule {
  FILES(
      "All files can be read back; there is a run of each policy in the summary, and no other.",
      "All files can be read back."),
  CELLS(
      "",
      "Each cell has one column of observations and each column a cell. `ours`, `ci95` and `count`"
          + " follow from the observations; `verdict` follows from `paper`, `tolerance` and"
          + " `ours`."),
  SUMMARY(
      "`summary.json` has each policy once, with the digest of its placements, the digests of all"
          + " columns, and every metric as the checker computes it from the rows with exact sums.",
      "`summary.json` follows from the observations and the program. For a sweep, the rows follow"
          + " from its key and values, the seed is the seed in `scenario.conf`, and every run had"
          + " its schedule checked. The `summary.json` of several experiments lists each experiment"
          + " in its folders once."),
  PAGE(
      "`report.html`, if this version of the program made it, equals the page made from these"
          + " files.",
      "As [for every result](#rules-of-every-result).");

  private final String ofRuns;
  private final String ofStudies;

  ResultRule(String ofRuns, String ofStudies) {
    this.ofRuns = ofRuns;
    this.ofStudies = ofStudies;
  }

  /** Returns the name in reports. */
  public String label() {
    return EnumLabel.of(this);
  }

  /** Returns the condition that runs meet; empty if it is not a rule of runs. */
  public Optional<String> ofRuns() {
    return Optional.of(ofRuns).filter(text -> !text.isEmpty());
  }

  /** Returns the condition that experiments and sweeps meet; empty if it is not a rule of them. */
  public Optional<String> ofStudies() {
    return Optional.of(ofStudies).filter(text -> !text.isEmpty());
  }
}
