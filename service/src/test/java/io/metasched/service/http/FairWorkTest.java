package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Order in which pieces of work begin; the test ends each piece. */
final class FairWorkTest {
  private final ConcurrentLinkedQueue<String> begun = new ConcurrentLinkedQueue<>();

  private static TokenRecord who(String name, Role role) {
    return new TokenRecord(
        "t", "s", name, role, List.of(), List.of(), Optional.empty(), Optional.empty());
  }

  /** Submits a piece that does not end. */
  private void hold(FairWork work, String name, Role role) {
    var unused = give(work, name, role);
  }

  /** Submits a piece that ends when the returned future is completed. */
  private CompletableFuture<String> give(FairWork work, String name, Role role) {
    var end = new CompletableFuture<String>();
    var unused =
        work.give(
            who(name, role),
            () -> {
              begun.add(name);
              return end;
            });
    return end;
  }

  private void await(int pieces) {
    while (begun.size() < pieces) {
      Thread.onSpinWait();
    }
  }

  @Test
  void principalsHaveTheirTurnsOneAfterTheOtherHoweverMuchOneAsksFor() {
    var work = new FairWork("requests", 1, 1, 1, 100);
    var ends = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 4; i++) {
      ends.add(give(work, "greedy", Role.USER));
    }
    ends.add(give(work, "a", Role.USER));
    ends.add(give(work, "b", Role.USER));
    for (int i = 1; i <= 6; i++) {
      await(i);
      var name = List.copyOf(begun).get(i - 1);
      int at = List.of("greedy", "greedy", "greedy", "greedy", "a", "b").indexOf(name);
      at +=
          name.equals("greedy")
              ? (int) List.copyOf(begun).stream().filter(name::equals).count() - 1
              : 0;
      ends.get(at).complete("");
    }
    assertThat(begun).containsExactly("greedy", "a", "b", "greedy", "greedy", "greedy");
  }

  @Test
  void aPrincipalHasItsShareAndOthersTheRest() {
    var work = new FairWork("requests", 4, 4, 2, 100);
    for (int i = 0; i < 4; i++) {
      hold(work, "greedy", Role.USER);
    }
    hold(work, "other", Role.USER);
    await(3);
    assertThat(begun).containsExactlyInAnyOrder("greedy", "greedy", "other");
  }

  @Test
  void onePieceMoreIsWorkedOnForAdministrators() {
    var work = new FairWork("requests", 1, 1, 1, 100);
    hold(work, "one", Role.USER);
    hold(work, "two", Role.USER);
    hold(work, "admin", Role.ADMIN);
    await(2);
    assertThat(begun).containsExactlyInAnyOrder("one", "admin");
  }

  @Test
  void beyondItsQueueAPrincipalIsRefusedWithTheNumbers() {
    var work = new FairWork("searches", 1, 1, 1, 2);
    for (int i = 0; i < 3; i++) {
      hold(work, "greedy", Role.USER);
    }
    assertThatThrownBy(() -> hold(work, "greedy", Role.USER))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.TOO_MANY_REQUESTS))
        .hasMessage("1 of your searches are in progress and 2 wait, but at most 2 may wait");
    hold(work, "other", Role.USER); // has a separate queue
  }

  @Test
  void piecesThatHaveFreePlacesDoNotCountAsWaitingHoweverCloseTheyFollow() {
    var work = new FairWork("requests", 1, 10_000, 10_000, 1);
    var pool = Executors.newFixedThreadPool(8);
    Runnable many =
        () -> {
          for (int i = 0; i < 1000; i++) {
            hold(work, "u", Role.USER);
          }
        };
    var all = Stream.generate(() -> CompletableFuture.runAsync(many, pool)).limit(8).toList();
    pool.shutdown();
    all.forEach(CompletableFuture::join); // none is refused
    await(8000);
  }

  @Test
  void failedWorkGivesItsTurnToTheNext() {
    var work = new FairWork("requests", 1, 1, 1, 100);
    var gate = new CountDownLatch(1);
    CompletionStage<String> failed =
        work.run(
            who("a", Role.USER),
            () -> {
              throw new IllegalStateException("broken");
            });
    var next =
        work.run(
            who("a", Role.USER),
            () -> {
              gate.countDown();
              return "done";
            });
    assertThat(next.toCompletableFuture().join()).isEqualTo("done");
    assertThatThrownBy(() -> failed.toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("broken");
  }
}
