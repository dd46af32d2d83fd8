package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.util.ByteString;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
  void eventsOfManyNodesAreSentInPieces() {
    var events = new ArrayList<Recorded>();
    for (int i = 0; i < 200; i++) {
      events.add(new Recorded(11 + i, Instant.EPOCH, "t", "", new BookEvent.NodeResumed("n")));
    }
    var large = ByteString.fromArray(new byte[30_000]);
    var small = ByteString.fromArray(new byte[300]);

    assertThat(StreamRoutes.joined(10, events, event -> large).first()).isEqualTo(13);
    assertThat(StreamRoutes.joined(10, events, event -> large).second().length()).isEqualTo(90_000);
    assertThat(StreamRoutes.joined(10, events, event -> small).first()).isEqualTo(210);
    assertThat(StreamRoutes.joined(10, List.of(), event -> small).first()).isEqualTo(10);
  }

  @Test
  void aStreamThatFailsBreaksOff() {
    var lost = new IllegalStateException("lost");

    assertThatThrownBy(() -> next(seq -> CompletableFuture.failedFuture(lost)))
        .hasRootCauseMessage("lost");
  }
}
