package io.metasched.simulation.rule;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Part of a run that a rule has not checked. */
public record RuleNote(
    @JsonPropertyDescription("rule that did not examine it") String rule,
    @JsonPropertyDescription("name of the run") String where,
    @JsonPropertyDescription("number of examined elements, their total, and the reason")
        String detail) {

  @Override
  public String toString() {
    return "not all checked: %s: %s: %s".formatted(rule, where, detail);
  }
}
