package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.service.api.Problem.Fault;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what is to be re-run of the recorded history, and how. */
public final class WhatIfReader {
  private static final Duration USUAL = Duration.ofDays(1);
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(7);
  private static final int MOST_POLICIES = 8;
  private static final int MOST_CHARS = 1000;

  private WhatIfReader() {}

  /**
   * What is wanted.
   *
   * @param last how much of the history, up to now
   * @param policies by name
   */
  public record Wanted(Duration last, List<String> policies) {
    /** Copies the list. */
    public Wanted {
      policies = List.copyOf(policies);
    }
  }

  /**
   * What a body asks for.
   *
   * @throws Problem that names all that is wrong
   */
  public static Wanted read(JsonNode body) {
    var faults = new ArrayList<Fault>();
    var reader = new ObjectReader("", body, faults);
    var last = reader.duration("last", LEAST, MOST).orElse(USUAL);
    var policies = reader.texts("policies", MOST_POLICIES, MOST_CHARS);
    var known = Policies.builtIn().names();
    if (policies.isEmpty() || !known.containsAll(policies)) {
      reader.wrong("policies", "is not right", "1 to %d of %s".formatted(MOST_POLICIES, known));
    }
    reader.end();
    Problem.throwAny(faults);
    return new Wanted(last, policies.stream().distinct().toList());
  }

  /**
   * How much of the history a parameter asks for.
   *
   * @throws Problem where it is no duration that is allowed
   */
  public static Duration last(Optional<String> text) {
    if (text.isEmpty()) {
      return USUAL;
    }
    try {
      var last = Duration.parse(text.get());
      if (last.compareTo(LEAST) >= 0 && last.compareTo(MOST) <= 0) {
        return last;
      }
    } catch (DateTimeException e) { // said below
    }
    throw Problem.invalid(
        "the parameter last", "a duration from %s to %s".formatted(LEAST, MOST), text.get());
  }
}
