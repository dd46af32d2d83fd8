package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.ListPricing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Moves of a job that is booked from 10 to 20 and has a hold from 5 to 15 as its new time. */
final class RebookingTest {
  private static final JobId JOB = JobId.of(1);

  private final NodeBook book = new NodeBook(Node.of(1, 1, 1000), new ListPricing());

  RebookingTest() {
    book.open(30, List.of(), 0);
    book.hold(JOB, new Span(10, 20), book.version(), 0, 1);
    book.commit(JOB, 0);
    book.hold(JOB, new Span(5, 15), book.version(), 0, 1);
  }

  @Test
  void theNewSpanReplacesTheOld() {
    var refusal = book.commit(JOB, 0);

    assertThat(refusal).isEmpty();
    assertThat(book.booking(JOB)).contains(new Span(5, 15));
    assertThat(book.vacantSpans()).containsExactly(new Span(0, 5), new Span(15, 30));
  }

  @Test
  void aJobThatEndsBetweenHoldAndCommitLeavesAllItsTimeVacant() {
    book.end(JOB, 0);

    assertThat(book.commit(JOB, 0)).contains(Refusal.UNKNOWN_HOLD);
    assertThat(book.booking(JOB)).isEmpty();
    assertThat(book.vacantSpans()).containsExactly(new Span(0, 30));
  }
}
