package io.metasched.simulation.rule;

/**
 * Something in a run's result that must not be.
 *
 * @param rule id of the rule that found it
 * @param where the job, node, user, payment or cycle
 * @param detail what must be and what is, in units of time and money
 */
public record Violation(String rule, String where, String detail) {

  @Override
  public String toString() {
    return "%s: %s: %s".formatted(rule, where, detail);
  }
}
