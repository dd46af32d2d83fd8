package io.metasched.simulation.rule;

/**
 * Rule that holds in every sound run of a system.
 *
 * @param name name of the rule in violations
 * @param meaning condition that holds, for the docs
 * @param body check that reports violations; none for a sound run
 */
public record RunRule<R>(String name, String meaning, Body<R> body) {
  /** Check of a run from its rows alone. */
  @FunctionalInterface
  public interface Body<R> {
    /** Reports the violations in a run. */
    void check(R run, RuleReport report);
  }
}
