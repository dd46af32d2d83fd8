package io.metasched.simulation.rule;

/**
 * Part of a run that a rule has not checked.
 *
 * @param rule id of the rule
 * @param where name of the run
 * @param detail number of checked elements, their total, and the reason why the rest was not
 *     checked
 */
public record RuleNote(String rule, String where, String detail) {

  @Override
  public String toString() {
    return "not all checked: %s: %s: %s".formatted(rule, where, detail);
  }
}
