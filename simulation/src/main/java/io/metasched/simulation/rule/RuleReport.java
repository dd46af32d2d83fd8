package io.metasched.simulation.rule;

/** Takes the violations of one rule. */
public interface RuleReport {

  /**
   * Reports a violation.
   *
   * @param where what it is about
   * @param detail a format for {@code values}
   */
  void add(String where, String detail, Object... values);
}
