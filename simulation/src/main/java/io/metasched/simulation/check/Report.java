package io.metasched.simulation.check;

/** Takes the violations of one rule. */
interface Report {

  /**
   * Tells a violation.
   *
   * @param where what it is about
   * @param detail a format for {@code values}
   */
  void add(String where, String detail, Object... values);
}
