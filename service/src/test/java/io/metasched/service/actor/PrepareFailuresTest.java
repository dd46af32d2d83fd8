package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reasons for parts that are not ready. */
final class PrepareFailuresTest {
  private final PrepareFailures failures = new PrepareFailures();

  private String words(int parts, Integer... ready) {
    return failures.words(parts, Set.of(ready), part -> "n-" + part);
  }

  @Test
  void theLastFailureOfAPartIsReportedUntilThePartIsReadyOrOver() {
    failures.add(1, new IllegalStateException("it is read-only"));
    failures.add(1, new IllegalStateException("the disk is full"));
    failures.add(0, new IllegalStateException("no user"));

    assertThat(words(3)).isEqualTo("n-0 (no user), n-1 (the disk is full), n-2");
    assertThat(words(3, 0)).isEqualTo("n-1 (the disk is full), n-2");
    failures.forget(1);
    assertThat(words(3)).isEqualTo("n-0 (no user), n-1, n-2");
    failures.clear();
    assertThat(words(3)).isEqualTo("n-0, n-1, n-2");
  }

  @Test
  void ofAJobOfManyPartsEightAreNamedThoseWithAFailureFirst() {
    failures.add(9999, new IllegalStateException("x".repeat(100_000)));

    var words = words(10_000, 0);

    assertThat(words)
        .isEqualTo(
            "n-9999 (%s...), n-1, n-2, n-3, n-4, n-5, n-6, n-7 and 9991 more"
                .formatted("x".repeat(197)));
    assertThat(List.of(words.split(", "))).hasSize(8);
  }
}
