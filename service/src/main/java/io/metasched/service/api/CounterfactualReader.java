package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.policy.Policies;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Parser of requests to replay recorded history. */
public final class CounterfactualReader {
  private static final Duration USUAL = Duration.ofDays(1);
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(7);
  private static final int MOST_POLICIES = 8;
  private static final int MOST_CHARS = 1000;

  private CounterfactualReader() {}

  /**
   * Request for replays.
   *
   * @param last length of the interval up to now
   * @param policies names of the policies
   */
  public record Wanted(Duration last, List<String> policies) {
    public Wanted {
      policies = List.copyOf(policies);
    }
  }

  /**
   * Parses a body.
   *
   * @throws Problem with all faults
   */
  public static Wanted read(JsonNode body) {
    var reader = new ObjectReader(body);
    var last = reader.duration("last", LEAST, MOST).orElse(USUAL);
    var policies = reader.texts("policies", MOST_POLICIES, MOST_CHARS);
    var known = Policies.builtIn().names();
    if (policies.isEmpty() || !known.containsAll(policies)) {
      reader.wrong("policies", "is invalid", "1 to %d of %s".formatted(MOST_POLICIES, known));
    }
    reader.requireNoFault();
    return new Wanted(last, policies.stream().distinct().toList());
  }

  /**
   * Parses the length of the interval from a parameter.
   *
   * @throws Problem if the text is not an allowed duration
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
    } catch (DateTimeException e) { // thrown below
    }
    throw Problem.invalid(
        "the parameter last", "a duration from %s to %s".formatted(LEAST, MOST), text.get());
  }
}
