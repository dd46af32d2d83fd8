package io.metasched.metascheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.OfferBatch;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Choices of each policy among the same offers. */
final class OfferPoliciesTest {
  private static final List<Long> TASKS = List.of(1L, 2L, 3L);

  /** Returns loads of three tasks at three agents, which have 2, 1 and 1 reservations. */
  private static SortedMap<Integer, OfferBatch> offers() {
    var offers = new TreeMap<Integer, OfferBatch>();
    offers.put(0, batch(20, 30, 40));
    offers.put(1, batch(30, 30, 40));
    offers.put(2, batch(60, 50, 40));
    return offers;
  }

  private static OfferBatch batch(int... loads) {
    var offers =
        TASKS.stream().map(task -> new AgentOffer(task, 0, loads[(int) (task - 1)])).toList();
    return new OfferBatch(offers, List.of());
  }

  private static SortedMap<Integer, Integer> reservations() {
    var counts = new TreeMap<Integer, Integer>();
    counts.put(0, 2);
    counts.put(1, 1);
    counts.put(2, 1);
    return counts;
  }

  private static String taken(OfferPolicy policy, long round) {
    var byTask = new TreeMap<Long, Integer>();
    OfferDecision.of(policy, round, TASKS, offers(), reservations())
        .forEach((agent, tasks) -> tasks.forEach(task -> byTask.put(task, agent)));
    return byTask.values().toString();
  }

  /**
   * Checks the choices. For task 1, one offer has the least load; for task 2, two offers do, from
   * agents with different numbers of reservations; for task 3, three offers do.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "least-load          | [0, 1, 2]",
        "fewest-reservations | [1, 2, 0]",
        "most-load           | [2, 2, 0]",
        "first-agent         | [0, 0, 0]"
      })
  void takesItsOwnOffer(String name, String agents) {
    assertThat(taken(OfferPolicies.named(name, 7), 1)).isEqualTo(agents);
  }

  @Test
  void randomTakesEachOfferAsOftenAndTheSameAgain() {
    var policy = OfferPolicies.named("random", 7);
    var again = OfferPolicies.named("random", 7);
    int[] counts = new int[3];

    LongStream.range(0, 3000)
        .forEach(
            round -> {
              assertThat(taken(policy, round)).isEqualTo(taken(again, round));
              taken(policy, round)
                  .chars()
                  .filter(Character::isDigit)
                  .forEach(agent -> counts[agent - '0']++);
            });

    assertThat(IntStream.of(counts)).allMatch(count -> count > 2800 && count < 3200);
    assertThat(LongStream.range(0, 20).mapToObj(r -> taken(OfferPolicies.named("random", 8), r)))
        .isNotEqualTo(LongStream.range(0, 20).mapToObj(r -> taken(policy, r)).toList());
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThat(OfferPolicies.names()).startsWith(OfferPolicies.PUBLISHED).doesNotHaveDuplicates();
    assertThatThrownBy(() -> OfferPolicies.named("best", 1))
        .hasMessageContaining("'best'")
        .hasMessageContaining("least-load, fewest-reservations");
  }
}
