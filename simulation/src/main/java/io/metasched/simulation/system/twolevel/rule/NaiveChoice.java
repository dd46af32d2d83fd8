package io.metasched.simulation.system.twolevel.rule;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The checker's own implementation of the grid policies: the provider of a task, and the reason.
 * Shares no code with the policies. Random numbers are drawn again from the seed of the run.
 */
final class NaiveChoice {
  /**
   * Offer of a provider.
   *
   * @param reservedWork processors x ticks that the provider has reserved for other jobs that have
   *     not begun
   */
  record Offer(int provider, long start, long end, long reservedWork) {}

  /**
   * Choice of a provider for a request.
   *
   * @param providers possible providers: one, or several if a draw cannot be repeated
   * @param reason word for the reason
   */
  record Decision(List<Integer> providers, String reason) {}

  private final TwoLevelFacts facts;
  private final Optional<RandomGenerator> ofBatch;
  private final Optional<RandomGenerator> ofReservations;
  private int last = -1;

  NaiveChoice(TwoLevelFacts facts) {
    this.facts = facts;
    ofBatch = draws("batch placement");
    ofReservations = draws("reservation placement");
  }

  private Optional<RandomGenerator> draws(String purpose) {
    if (facts.replication() < 0) {
      return Optional.empty();
    }
    var title = facts.title();
    var drawn =
        new Seeds(title.seed(), title.scenario(), facts.replication()).generator(purpose, 0);
    return Optional.of(drawn::nextLong);
  }

  /** Returns whether decisions of the run depend on random numbers that cannot be drawn again. */
  boolean isBlind() {
    var drawing = List.of("random", "mct");
    return facts.replication() < 0
        && (facts.batchPlacement().equals("random")
            || drawing.contains(facts.reservationPlacement()));
  }

  /**
   * Decides about a batch job.
   *
   * @param waiting number of waiting jobs at each provider
   */
  Decision forBatch(int[] waiting) {
    int first = facts.setApart();
    var decision =
        switch (facts.batchPlacement()) {
          case "load-balance" ->
              new Decision(List.of(leastWaiting(first, waiting)), "fewest_waiting");
          case "round-robin" -> {
            last = last < first || last + 1 == facts.providers() ? first : last + 1;
            yield new Decision(List.of(last), "next_in_turn");
          }
          default -> {
            var all = IntStream.range(first, facts.providers()).boxed().toList();
            yield new Decision(drawn(all, ofBatch), "drawn");
          }
        };
    return facts.providers() - first == 1
        ? new Decision(decision.providers(), "only_provider")
        : decision;
  }

  private int leastWaiting(int first, int[] waiting) {
    int least = first;
    for (int at = first + 1; at < facts.providers(); at++) {
      least = waiting[at] < waiting[least] ? at : least;
    }
    return least;
  }

  /**
   * Returns the accepted offer.
   *
   * @param offers offers of all providers that received the request, by index
   */
  Decision forReservation(TwoLevelJobRow row, List<Offer> offers) {
    long latest = row.due() - row.leastTicks();
    var inTime = offers.stream().filter(offer -> offer.start() <= latest).toList();
    var decision =
        switch (facts.reservationPlacement()) {
          case "random" ->
              new Decision(
                  drawn(offers.stream().map(Offer::provider).toList(), ofReservations), "drawn");
          case "ar-priority" ->
              inTime.isEmpty()
                  ? earliest(offers, false)
                  : new Decision(List.of(inTime.get(0).provider()), "first_in_time");
          case "ar-gather" -> inTime.isEmpty() ? earliest(offers, false) : mostReserved(inTime);
          default -> earliest(offers, facts.reservationPlacement().equals("mct"));
        };
    return offers.size() == 1 ? new Decision(decision.providers(), "only_provider") : decision;
  }

  private static Decision mostReserved(List<Offer> inTime) {
    var best = inTime.get(0);
    for (var offer : inTime) {
      best = offer.reservedWork() > best.reservedWork() ? offer : best;
    }
    return new Decision(List.of(best.provider()), "most_reserved");
  }

  /**
   * Selects the offer with the earliest start; among equal starts the longest offer, and among
   * equally long offers the first or a random offer.
   */
  private Decision earliest(List<Offer> offers, boolean isDrawn) {
    var best = new ArrayList<Offer>();
    for (var offer : offers) {
      var first = best.isEmpty() ? offer : best.get(0);
      boolean isBetter =
          offer.start() < first.start()
              || (offer.start() == first.start() && offer.end() > first.end());
      if (isBetter) {
        best.clear();
      }
      if (best.isEmpty() || (offer.start() == first.start() && offer.end() == first.end())) {
        best.add(offer);
      }
    }
    var providers = best.stream().map(Offer::provider).toList();
    return new Decision(
        isDrawn ? drawn(providers, ofReservations) : providers.subList(0, 1), "earliest_start");
  }

  /** Draws one element if there are several; returns all if the draw cannot be repeated. */
  private static List<Integer> drawn(List<Integer> some, Optional<RandomGenerator> draws) {
    return some.size() == 1 || draws.isEmpty()
        ? some
        : List.of(some.get(draws.get().nextInt(some.size())));
  }
}
