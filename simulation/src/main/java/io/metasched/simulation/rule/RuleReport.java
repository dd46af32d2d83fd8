package io.metasched.simulation.rule;

/** Takes the violations of one rule. */
@FunctionalInterface
public interface RuleReport {

  /**
   * Reports a violation.
   *
   * @param where what it is about
   * @param detail a format for {@code values}
   */
  void add(String where, String detail, Object... values);

  /**
   * Notes what the rule has not looked at, so that a result without violations says no more than
   * was checked.
   *
   * @param what of how many how many were checked, and why no more; a format for {@code values}
   */
  default void note(String what, Object... values) {}
}
