package io.metasched.metascheduler.alternatives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FrontierTest {
  /** Creates a frontier of the states, each given by a weight and a value. */
  private static Frontier frontier(long... weightsAndValues) {
    var frontier = new Frontier(0);
    for (int i = 0; i < weightsAndValues.length; i += 2) {
      frontier.add(weightsAndValues[i], weightsAndValues[i + 1]);
    }
    return frontier;
  }

  private static List<Long> states(Frontier frontier) {
    var states = new ArrayList<Long>();
    for (int state = 0; state < frontier.size; state++) {
      states.add(frontier.weights[state]);
      states.add(frontier.values[state]);
    }
    return states;
  }

  private static List<Long> merged(Frontier left, Frontier right) {
    var merged = frontier(8, 8, 9, 9); // replaced
    merged.mergeOf(left, right);
    return states(merged);
  }

  @Test
  void growsWithItsStates() {
    var frontier = new Frontier(1);
    for (int state = 0; state < 100; state++) {
      frontier.add(state, 2L * state);
    }

    assertThat(frontier.size).isEqualTo(100);
    assertThat(frontier.valueWithin(99)).isEqualTo(198);
    assertThat(states(frontier).subList(0, 6)).containsExactly(0L, 0L, 1L, 2L, 2L, 4L);
  }

  @Test
  void ofStatesThatOthersMatchOneStays() {
    var heavier = frontier(2, 5);
    var lighter = frontier(1, 5);
    var better = frontier(2, 6);

    assertThat(merged(heavier, lighter)).containsExactly(1L, 5L);
    assertThat(merged(lighter, heavier)).containsExactly(1L, 5L);
    assertThat(merged(heavier, better)).containsExactly(2L, 6L);
    assertThat(merged(better, heavier)).containsExactly(2L, 6L);
    assertThat(merged(heavier, frontier(2, 5))).containsExactly(2L, 5L);
    assertThat(merged(lighter, better)).containsExactly(1L, 5L, 2L, 6L);
    assertThat(merged(frontier(), lighter)).containsExactly(1L, 5L);
    assertThat(merged(lighter, frontier())).containsExactly(1L, 5L);
  }

  @Test
  void mergesToTheStatesThatNoOtherMatches() {
    var random = new SplittableRandom(1);
    for (int run = 0; run < 2000; run++) {
      var left = frontier(random);
      var right = frontier(random);
      var all = new ArrayList<>(pairs(left));
      all.addAll(pairs(right));
      var expected =
          all.stream()
              .filter(
                  one ->
                      all.stream()
                          .noneMatch(
                              other ->
                                  !other.equals(one)
                                      && other.get(0) <= one.get(0)
                                      && other.get(1) >= one.get(1)))
              .distinct()
              .sorted((one, other) -> Long.compare(one.get(0), other.get(0)))
              .flatMap(List::stream)
              .toList();

      assertThat(merged(left, right)).as("run %d", run).isEqualTo(expected);
    }
  }

  private static Frontier frontier(SplittableRandom random) {
    var frontier = new Frontier(0);
    long weight = random.nextInt(3);
    long value = random.nextLong(3) - 2;
    int count = random.nextInt(6);
    for (int state = 0; state < count; state++) {
      frontier.add(weight, value);
      weight += random.nextInt(1, 4);
      value += random.nextInt(1, 4);
    }
    return frontier;
  }

  private static List<List<Long>> pairs(Frontier frontier) {
    var pairs = new ArrayList<List<Long>>();
    for (int state = 0; state < frontier.size; state++) {
      pairs.add(List.of(frontier.weights[state], frontier.values[state]));
    }
    return pairs;
  }

  @Test
  void aValueIsThatOfTheHeaviestStateWithinAWeight() {
    var frontier = frontier(2, -5, 4, 0, 7, 3);

    assertThat(frontier.valueWithin(1)).isEqualTo(Long.MIN_VALUE);
    assertThat(frontier.valueWithin(2)).isEqualTo(-5);
    assertThat(frontier.valueWithin(3)).isEqualTo(-5);
    assertThat(frontier.valueWithin(4)).isEqualTo(0);
    assertThat(frontier.valueWithin(6)).isEqualTo(0);
    assertThat(frontier.valueWithin(7)).isEqualTo(3);
    assertThat(frontier.valueWithin(8)).isEqualTo(3);
    assertThat(frontier().valueWithin(8)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void thinsToEvenlySpreadStates() {
    var seven = frontier(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6);

    assertThat(seven.thinnedTo(7)).isSameAs(seven);
    assertThat(seven.thinnedTo(8)).isSameAs(seven);
    assertThat(states(seven.thinnedTo(6)))
        .containsExactly(0L, 0L, 1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L, 6L, 6L);
    assertThat(states(seven.thinnedTo(4))).containsExactly(0L, 0L, 2L, 2L, 4L, 4L, 6L, 6L);
    assertThat(states(seven.thinnedTo(2))).containsExactly(0L, 0L, 6L, 6L);
  }

  @Test
  void aTrimmedFrontierHasNoSpareRoom() {
    var frontier = new Frontier(10);
    frontier.add(1, 2);
    frontier.add(3, 4);

    var trimmed = frontier.trimmed();

    assertThat(trimmed.weights).containsExactly(1, 3);
    assertThat(trimmed.values).containsExactly(2, 4);
    assertThat(trimmed.size).isEqualTo(2);
  }
}
