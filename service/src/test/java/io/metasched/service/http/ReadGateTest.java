package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Reads that wait for the end of a cycle, up to a limit. */
class ReadGateTest {
  private static final Duration FOREVER = Duration.ofDays(1);

  private int answered;

  private CompletionStage<Integer> answer() {
    return CompletableFuture.completedFuture(++answered);
  }

  private CompletableFuture<Integer> pass(ReadGate gate) {
    return gate.pass(this::answer, Runnable::run).toCompletableFuture();
  }

  @Test
  void answersAtOnceBetweenCycles() {
    var gate = new ReadGate(FOREVER);
    assertThat(gate.isOpen()).isTrue();
    assertThat(pass(gate)).isCompletedWithValue(1);
    gate.cycleEnded(); // an end without a cycle
    assertThat(pass(gate)).isCompletedWithValue(2);
  }

  @Test
  void asksForTheAnswerOnlyWhenTheCycleHasEnded() {
    var gate = new ReadGate(FOREVER);
    gate.cycleBegan();
    var first = pass(gate);
    var second = pass(gate);
    assertThat(gate.isOpen()).isFalse();
    assertThat(answered).isZero();
    gate.cycleEnded();
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(answered).isEqualTo(2);
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void aReaderWaitsForOneCycleOnly() {
    var gate = new ReadGate(FOREVER);
    gate.cycleBegan();
    var waited = pass(gate);
    gate.cycleBegan();
    assertThat(waited).isCompletedWithValue(1);
    assertThat(pass(gate)).isNotDone();
  }

  @Test
  void doesNotWaitForTheEndOfALongCycle() {
    var gate = new ReadGate(Duration.ofMillis(1));
    gate.cycleBegan();
    assertThat(pass(gate).join()).isEqualTo(1); // although no cycle has ended
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void failuresAfterTheGateArePassedOn() {
    var gate = new ReadGate(FOREVER);
    gate.cycleBegan();
    var failed =
        gate.<Integer>pass(
            () -> {
              throw new IllegalStateException("no answer");
            },
            Runnable::run);
    gate.cycleEnded();
    assertThat(failed.toCompletableFuture())
        .failsWithin(FOREVER)
        .withThrowableThat()
        .withRootCauseInstanceOf(IllegalStateException.class);
  }
}
