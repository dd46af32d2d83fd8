package io.metasched.simulation.rule;

/**
 * What holds in every sound run of a system.
 *
 * @param name names the rule in violations
 * @param body reports what is wrong; nothing for a sound run
 */
public record RunRule<R>(String name, Body<R> body) {
  /** Checks a run by its rows alone. */
  @FunctionalInterface
  public interface Body<R> {
    /** Reports what is wrong in a run. */
    void check(R run, RuleReport report);
  }
}
