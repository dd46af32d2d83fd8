package io.metasched.metascheduler.broker;

import java.util.List;
import java.util.function.LongFunction;

/** Registry of the policies of brokers. */
public final class OfferPolicies {
  /** Name of the paper's policy. */
  public static final String PUBLISHED = "least-load";

  /** Policy of the paper. */
  static final OfferPolicy LEAST_LOAD = new LeastLoad();

  private record Named(String name, LongFunction<OfferPolicy> bySeed) {}

  private static final List<Named> ALL =
      List.of(
          new Named(PUBLISHED, seed -> LEAST_LOAD),
          new Named("fewest-reservations", seed -> new FewestReservations()),
          new Named("most-load", seed -> new MostLoad()),
          new Named("first-agent", seed -> new FirstAgent()),
          new Named("random", RandomAgent::new));

  private OfferPolicies() {}

  /** Returns all names, beginning with the policy of the paper. */
  public static List<String> names() {
    return ALL.stream().map(Named::name).toList();
  }

  /**
   * Returns the policy with the given name.
   *
   * @param seed seed of the policy's random numbers, if it uses any
   * @throws IllegalArgumentException if the name is unknown
   */
  public static OfferPolicy named(String name, long seed) {
    return ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown policy '%s'; known are %s"
                        .formatted(name, String.join(", ", names()))))
        .bySeed()
        .apply(seed);
  }
}
