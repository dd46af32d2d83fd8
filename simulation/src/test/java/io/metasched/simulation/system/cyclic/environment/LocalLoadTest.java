package io.metasched.simulation.system.cyclic.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.NodeBook;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.simulation.random.Seeds;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Distributions of the local load of many nodes. */
final class LocalLoadTest {
  private static final long UNIT = 1000;
  private static final int NODES = 500;
  private static final Span BLOCK = new Span(600 * UNIT, 1200 * UNIT);
  private static final Seeds SEEDS = new Seeds(1, "laws", 0);

  @Test
  void tasksLieInTheirBlockDisjointAndInOrder() {
    var load = load(0.1, 0.4, 0);
    for (int node = 0; node < NODES; node++) {
      long free = BLOCK.start();
      for (var task : load.staticLoad(node, BLOCK)) {
        assertThat(task.start()).isGreaterThanOrEqualTo(free);
        assertThat(task.start() % UNIT).isZero();
        free = task.end();
      }
      assertThat(free).isLessThanOrEqualTo(BLOCK.end());
    }
  }

  @Test
  void theMeanLoadIsBaseAndHalfTheSpreadAndNoneIsBeyond() {
    var load = load(0.1, 0.4, 0);
    double sum = 0;
    for (int node = 0; node < NODES; node++) {
      double share = 0;
      for (var task : load.staticLoad(node, BLOCK)) {
        share += (double) task.lengthTicks() / BLOCK.lengthTicks();
      }
      assertThat(share).isBetween(0.1, 0.5);
      sum += share;
    }

    assertThat(sum / NODES).isCloseTo(0.3, within(0.006));
  }

  @Test
  void lengthsAreUniformButForTheCutOnes() {
    var load = load(0.1, 0.4, 0);
    int tasks = 0;
    int below = 0;
    double sum = 0;
    for (int node = 0; node < NODES; node++) {
      for (var task : load.staticLoad(node, BLOCK)) {
        long units = task.lengthTicks() / UNIT;
        assertThat(units).isBetween(1L, 100L);
        tasks++;
        sum += units;
        below += units < 10 ? 1 : 0;
      }
    }

    // one task of each node is cut to the remaining load, so the mean is below that of U{10..100}
    assertThat(sum / tasks).isBetween(44.0, 52.0);
    assertThat((double) below / tasks).isBetween(0.005, 0.06);
  }

  @Test
  void aHundredNodesHaveTheCalibratedNumberOfSlots() {
    var load = load(0.1, 0.4, 0);
    var block = new Span(0, 600 * UNIT);
    int slots = 0;
    for (int node = 0; node < NODES; node++) {
      var book = new NodeBook(Node.of(node, 2, UNIT), new ListPricing());
      book.open(block.end(), load.staticLoad(node, block), 0);
      slots += book.vacantSpans().size();
    }

    assertThat(100.0 * slots / NODES).isCloseTo(484, Percentage.withPercentage(3));
  }

  @Test
  void arrivingJobsAskForTheirShareOfTheTime() {
    var load = load(0, 0, 0.3);
    long until = 20_000 * UNIT;
    double asked = 0;
    for (int node = 0; node < NODES; node++) {
      var arrivals = load.arrivals(node);
      long before = 0;
      while (arrivals.advance() && arrivals.tick() < until) {
        assertThat(arrivals.tick()).isGreaterThan(before);
        assertThat(arrivals.lengthTicks()).isBetween(10 * UNIT, 100 * UNIT);
        before = arrivals.tick();
        asked += arrivals.lengthTicks();
      }
    }

    assertThat(asked / until / NODES).isCloseTo(0.3, within(0.005));
  }

  @Test
  void nodesWithoutLocalLoadHaveNone() {
    var settings = new LocalLoad.Settings(0.5, 0.1, 0.5, 10, 100);
    var load = new LocalLoad(settings, List.of(true, false), SEEDS);

    assertThat(load.staticLoad(0, BLOCK)).isNotEmpty();
    assertThat(load.staticLoad(1, BLOCK)).isEmpty();
    assertThat(load.arrivals(0).advance()).isTrue();
    assertThat(load.arrivals(1).advance()).isFalse();
  }

  @Test
  void aBlockIsTheSameWheneverItIsAsked() {
    var load = load(0.1, 0.4, 0);
    var first = load.staticLoad(3, BLOCK);
    load.staticLoad(4, BLOCK);
    load.staticLoad(3, new Span(0, 600 * UNIT));

    assertThat(load.staticLoad(3, BLOCK)).isEqualTo(first);
  }

  @Test
  void aNodeMayBeTakenWholly() {
    assertThat(load(1, 0, 0).staticLoad(0, BLOCK).stream().mapToLong(Span::lengthTicks).sum())
        .isEqualTo(BLOCK.lengthTicks());
  }

  private static LocalLoad load(double base, double spread, double dynamic) {
    var settings = new LocalLoad.Settings(base, spread, dynamic, 10, 100);
    return new LocalLoad(settings, Collections.nCopies(NODES, true), SEEDS);
  }
}
