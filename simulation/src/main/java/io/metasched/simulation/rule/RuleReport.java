package io.metasched.simulation.rule;

/** Receiver of the violations of one rule. */
@FunctionalInterface
public interface RuleReport {

  /**
   * Reports a violation.
   *
   * @param where job, node or other element that it concerns
   * @param detail format string for {@code values}
   */
  void add(String where, String detail, Object... values);

  /**
   * Records that the rule has skipped something, so that a result without violations claims no more
   * than was checked.
   *
   * @param what format string for {@code values}: number of checked elements, their total, and the
   *     reason
   */
  default void note(String what, Object... values) {}
}
