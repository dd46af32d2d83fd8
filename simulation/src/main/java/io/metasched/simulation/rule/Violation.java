package io.metasched.simulation.rule;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Violation of a rule in a run's result. */
public record Violation(
    @JsonPropertyDescription("rule that found it") String rule,
    @JsonPropertyDescription("job, node, user, payment or cycle") String where,
    @JsonPropertyDescription("expected and actual values, in units of time and money")
        String detail) {

  @Override
  public String toString() {
    return "%s: %s: %s".formatted(rule, where, detail);
  }
}
