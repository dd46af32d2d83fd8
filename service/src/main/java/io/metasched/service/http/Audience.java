package io.metasched.service.http;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.util.Optional;

/**
 * Who is told of an event: of what is in lists for everybody, everybody; of the rest those whose it
 * is.
 *
 * @param everybody whether all are
 * @param account else those who may see this one are, or administrators alone where there is none
 */
record Audience(boolean everybody, Optional<String> account) {
  private static final Audience EVERYBODY = new Audience(true, Optional.empty());

  /** Who is told of an event, by what the book says now. */
  static Audience of(BookEvent event, BookState state) {
    if (event instanceof BookEvent.CycleBegun
        || event instanceof BookEvent.CycleEnded
        || event instanceof BookEvent.NodeDrained
        || event instanceof BookEvent.NodeResumed
        || event instanceof BookEvent.PolicySet
        || event instanceof BookEvent.SalesStopped) {
      return EVERYBODY;
    } else if (event instanceof BookEvent.ClaimMade made) {
      return new Audience(false, Optional.of(made.account()));
    } else if (event instanceof BookEvent.ClaimEnded ended) {
      var claim = state.market().claims().get(ended.id());
      return new Audience(false, claim.map(ClaimRecord::account));
    } else if (event instanceof BookEvent.Deposited deposited) {
      return new Audience(false, Optional.of(deposited.account()));
    }
    var job = EventWords.job(event).flatMap(state::job);
    return new Audience(false, job.map(each -> each.spec().account()));
  }

  /** Whether a reader is told. */
  boolean has(TokenRecord reader) {
    return everybody || account.map(reader::maySee).orElse(reader.role() == Role.ADMIN);
  }
}
