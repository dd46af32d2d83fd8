package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replications on several threads. */
final class ReplicationRunnerTest {
  private static final List<Series> SERIES =
      List.of(new Series("a", "x"), new Series("b", "x"), new Series("b", "y"));

  private static void observeRandom(Replication replication, Observations observations) {
    var random = replication.seeds("replications").generator("test", 0);
    int number = replication.number();
    // the order of the series alternates; b / y has a value only in every third replication
    if (number % 2 == 0) {
      observations.put("b", "x", random.nextDouble());
      observations.put("a", "x", number);
    } else {
      observations.put("a", "x", number);
      observations.put("b", "x", random.nextDouble());
    }
    if (number % 3 == 0) {
      observations.put("b", "y", 2 * number);
      observations.scheduleChecked();
    }
  }

  private static ObservedValues repeat(int replications, int threads, Replicable replicable) {
    return new ReplicationRunner(5, replications, threads).repeat(replicable, SERIES, done -> {});
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 100})
  void theNumberOfThreadsChangesNothing(int threads) {
    var alone = repeat(50, 1, ReplicationRunnerTest::observeRandom);

    var together = repeat(50, threads, ReplicationRunnerTest::observeRandom);

    for (var series : SERIES) {
      assertThat(together.values(series.row(), series.column()))
          .containsExactly(alone.values(series.row(), series.column()));
    }
    assertThat(together.schedulesChecked()).isEqualTo(17);
    assertThat(together.replications()).isEqualTo(50);
    assertThat(together.series()).isEqualTo(SERIES);
  }

  @Test
  void moreReplicationsBeginWithTheSameValues() {
    var few = repeat(10, 2, ReplicationRunnerTest::observeRandom).values("b", "x");
    var many = repeat(20, 2, ReplicationRunnerTest::observeRandom).values("b", "x");

    assertThat(many).startsWith(few).doesNotHaveDuplicates();
  }

  @Test
  void eachReplicationHasItsPlaceAndNoneItsMeanCounts() {
    var measured = repeat(7, 3, ReplicationRunnerTest::observeRandom);

    assertThat(measured.values("a", "x")).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(measured.mean("a", "x")).isEqualTo(3);
    assertThat(measured.estimate("b", "y"))
        .extracting(Estimate::mean, Estimate::count)
        .containsExactly(6.0, 3);
  }

  @Test
  void aDifferenceIsOverTheReplicationsInWhichBothHaveAValue() {
    var measured =
        repeat(
            7,
            2,
            (replication, observations) -> {
              int number = replication.number();
              observations.put("a", "x", number % 2 == 0 ? 10 * number : Double.NaN);
              observations.put("b", "x", number < 5 ? 9 * number : Double.NaN);
            });

    // in replications 0, 2 and 4 the difference is 0, 2 and 4
    assertThat(measured.difference("a", "b", "x")).isEqualTo(Estimate.of(new double[] {0, 2, 4}));
    assertThat(measured.difference("b", "a", "x").mean()).isEqualTo(-2);
  }

  @Test
  void progressCountsOnTheCallersThread() {
    var notified = new ArrayList<Integer>();
    var threads = new ArrayList<Thread>();

    new ReplicationRunner(1, 9, 4)
        .repeat(
            ReplicationRunnerTest::observeRandom,
            SERIES,
            done -> {
              notified.add(done);
              threads.add(Thread.currentThread());
            });

    assertThat(notified).isEqualTo(IntStream.rangeClosed(1, 9).boxed().toList());
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  @Test
  void anExceptionInAReplicationReachesTheCallerAndEndsTheRest() {
    var fault = new IllegalStateException("replication 3");
    var begun = new AtomicInteger();

    assertThatThrownBy(
            () ->
                repeat(
                    100_000,
                    3,
                    (replication, observations) -> {
                      begun.incrementAndGet();
                      if (replication.number() == 3) {
                        throw fault;
                      }
                    }))
        .isSameAs(fault);
    assertThat(begun.get()).isLessThan(1000);
  }

  @Test
  void anErrorInAReplicationReachesTheCallerToo() {
    var fault = new OutOfMemoryError("as if");

    assertThatThrownBy(
            () ->
                repeat(
                    3,
                    2,
                    (replication, observations) -> {
                      throw fault;
                    }))
        .isSameAs(fault);
  }

  @Test
  void anInterruptedCallerEndsAllThatRuns() throws InterruptedException {
    var running = new CountDownLatch(2);
    var ended = new CountDownLatch(2);
    var thrown = new AtomicReference<Throwable>();
    var stillInterrupted = new AtomicBoolean();
    var caller =
        new Thread(
            () -> {
              try {
                repeat(
                    10,
                    2,
                    (replication, observations) -> {
                      running.countDown();
                      try {
                        new CountDownLatch(1).await(); // until the thread is interrupted
                      } catch (InterruptedException e) {
                        ended.countDown();
                      }
                    });
              } catch (CancellationException e) {
                thrown.set(e);
                stillInterrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    caller.start();
    assertThat(running.await(300, TimeUnit.SECONDS)).isTrue();

    caller.interrupt();

    caller.join(30_000);
    assertThat(thrown.get()).isInstanceOf(CancellationException.class);
    assertThat(stillInterrupted).isTrue();
    assertThat(ended.await(300, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSeriesThatWasNotAnnouncedIsRefused() {
    assertThatThrownBy(() -> repeat(1, 1, (replication, to) -> to.put("a", "y", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a / y");
    assertThatThrownBy(() -> repeat(1, 1, (replication, to) -> to.put("c", "x", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("c / x");
    assertThatThrownBy(() -> repeat(1, 1, (replication, to) -> {}).mean("y", "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSeriesIsObservedOnce() {
    assertThatThrownBy(
            () ->
                repeat(
                    1,
                    1,
                    (replication, to) -> {
                      to.put("a", "x", 1);
                      to.put("a", "x", 1);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a / x", "twice");
  }

  @Test
  void aSeriesIsAnnouncedOnce() {
    var twice = List.of(new Series("a", "x"), new Series("b", "x"), new Series("a", "x"));

    assertThatThrownBy(
            () ->
                new ReplicationRunner(1, 1, 1)
                    .repeat(ReplicationRunnerTest::observeRandom, twice, done -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a / x", "twice");
  }
}
