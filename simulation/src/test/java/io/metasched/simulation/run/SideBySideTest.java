package io.metasched.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SideBySideTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

  @Test
  void resultsAreTakenInTheOrderOfTheNames() {
    var second = new CountDownLatch(1);
    var taken = new ArrayList<String>();

    new SideBySide(NAMES, 2)
        .run(
            name -> {
              if (name.equals("a")) {
                await(second); // so that this run finishes after b
              } else if (name.equals("b")) {
                second.countDown();
              }
              return name + name;
            },
            taken::add);

    assertThat(taken).containsExactly("aa", "bb", "cc", "dd", "ee");
  }

  @Test
  void workIsDoneAtTheSameTime() {
    var both = new CyclicBarrier(2);

    new SideBySide(List.of("a", "b"), 2)
        .run(
            name -> {
              try {
                return both.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            at -> {});

    assertThat(both.isBroken()).isFalse();
  }

  @Test
  void noMoreResultsAreInMemoryThanThreads() {
    var kept = new AtomicInteger();
    var most = new AtomicInteger();

    new SideBySide(NAMES, 2)
        .run(
            name -> {
              most.accumulateAndGet(kept.incrementAndGet(), Math::max);
              return name;
            },
            name -> kept.decrementAndGet());

    assertThat(kept).hasValue(0);
    assertThat(most.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void oneThreadIsTheCallers() {
    var threads = new ArrayList<Thread>();

    new SideBySide(NAMES, 1).run(name -> threads.add(Thread.currentThread()), done -> {});
    new SideBySide(List.of("a"), 8).run(name -> threads.add(Thread.currentThread()), done -> {});

    assertThat(threads).hasSize(6).containsOnly(Thread.currentThread());
  }

  @Test
  void nothingContinuesOnceAPieceHasFailed() {
    var blocked = new CountDownLatch(1);
    var begun = new AtomicInteger();
    var goingOn = new AtomicInteger();

    assertThatThrownBy(
            () ->
                new SideBySide(NAMES, 2)
                    .run(
                        name -> {
                          begun.incrementAndGet();
                          if (name.equals("a")) {
                            throw new IllegalStateException("a fails");
                          }
                          goingOn.incrementAndGet();
                          try {
                            await(blocked); // until the thread is interrupted
                          } finally {
                            goingOn.decrementAndGet();
                          }
                          return name;
                        },
                        name -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a fails");

    assertThat(begun.get()).isLessThanOrEqualTo(2);
    assertThat(goingOn).hasValue(0);
  }

  @Test
  void anErrorIsThrownAsItIs() {
    assertThatThrownBy(
            () ->
                new SideBySide(NAMES, 2)
                    .run(
                        name -> {
                          throw new OutOfMemoryError("too much");
                        },
                        name -> {}))
        .isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void anInterruptedCallerEndsTheWork() {
    var ended = new AtomicInteger();
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () ->
                new SideBySide(NAMES, 2)
                    .run(
                        name -> {
                          try {
                            await(new CountDownLatch(1));
                          } finally {
                            ended.incrementAndGet();
                          }
                          return name;
                        },
                        name -> {}))
        .isInstanceOf(CancellationException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended.get()).isLessThanOrEqualTo(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted");
    }
  }
}
