package io.metasched.simulation.rule;

/**
 * Violation of a rule in a run's result.
 *
 * @param rule id of the rule that found it
 * @param where job, node, user, payment or cycle
 * @param detail expected and actual values, in units of time and money
 */
public record Violation(String rule, String where, String detail) {

  @Override
  public String toString() {
    return "%s: %s: %s".formatted(rule, where, detail);
  }
}
