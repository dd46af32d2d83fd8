package io.metasched.simulation.rule;

/**
 * A part of a run that a rule has not looked at.
 *
 * @param rule id of the rule
 * @param where the run
 * @param detail what was checked, of how many, and why no more
 */
public record RuleNote(String rule, String where, String detail) {

  @Override
  public String toString() {
    return "not all checked: %s: %s: %s".formatted(rule, where, detail);
  }
}
