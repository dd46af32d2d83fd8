package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class StreamRoutesTest {
  private static CompletionStage<Optional<Long>> noTurn() {
    throw new Problem(ProblemType.TOO_MANY_REQUESTS, "no turn");
  }

  private static Optional<Long> next(Function<Long, CompletionStage<Optional<Long>>> next) {
    return StreamRoutes.untilRefused(next, 7).toCompletableFuture().join();
  }

  @Test
  void aStreamThatHasNoTurnEndsWheneverItFindsThatOut() {
    var later = CompletableFuture.completedFuture(1);

    assertThat(next(seq -> CompletableFuture.completedFuture(Optional.of(seq)))).hasValue(7L);
    assertThat(next(seq -> noTurn())).isEmpty();
    assertThat(next(seq -> later.thenCompose(changed -> noTurn()))).isEmpty();
  }

  @Test
  void aStreamThatFailsBreaksOff() {
    var lost = new IllegalStateException("lost");

    assertThatThrownBy(() -> next(seq -> CompletableFuture.failedFuture(lost)))
        .hasRootCauseMessage("lost");
  }
}
