package io.metasched.metascheduler.twolevel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Registry of the policies of the grid level, grouped by family. */
public final class GridPolicies {
  private static final Map<String, Function<RandomGenerator, BatchPlacement>> BATCH = batch();
  private static final Map<String, Function<RandomGenerator, ReservationPlacement>> ADVANCE =
      advance();

  private GridPolicies() {}

  private static Map<String, Function<RandomGenerator, BatchPlacement>> batch() {
    var byName = new LinkedHashMap<String, Function<RandomGenerator, BatchPlacement>>();
    byName.put("random", RandomProvider::new);
    byName.put("load-balance", chance -> new LeastQueued());
    byName.put("round-robin", chance -> new RoundRobin());
    return Collections.unmodifiableMap(byName);
  }

  private static Map<String, Function<RandomGenerator, ReservationPlacement>> advance() {
    var byName = new LinkedHashMap<String, Function<RandomGenerator, ReservationPlacement>>();
    byName.put("random", RandomOffer::new);
    byName.put("mct", chance -> new EarliestOffer(Optional.of(chance)));
    byName.put("mct-by-index", chance -> new EarliestOffer(Optional.empty()));
    byName.put("ar-priority", chance -> new FirstThatMeets(new EarliestOffer(Optional.empty())));
    byName.put("ar-gather", chance -> new MostReserved(new EarliestOffer(Optional.empty())));
    return Collections.unmodifiableMap(byName);
  }

  /** Returns the names of the policies for batch jobs. */
  public static List<String> batchNames() {
    return List.copyOf(BATCH.keySet());
  }

  /**
   * Returns the names of the policies for reservations. Providers that are set apart are an option
   * of {@link GridSettings}.
   */
  public static List<String> reservationNames() {
    return List.copyOf(ADVANCE.keySet());
  }

  /**
   * Creates the policy with the given name for batch jobs; if it is random, it draws from {@code
   * chance}.
   */
  public static Optional<BatchPlacement> batch(String name, RandomGenerator chance) {
    return Optional.ofNullable(BATCH.get(name)).map(factory -> factory.apply(chance));
  }

  /**
   * Creates the policy with the given name for reservations; if it is random, it draws from {@code
   * chance}.
   */
  public static Optional<ReservationPlacement> reservations(String name, RandomGenerator chance) {
    return Optional.ofNullable(ADVANCE.get(name)).map(factory -> factory.apply(chance));
  }
}
