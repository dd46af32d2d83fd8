package io.metasched.service.plan;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import java.time.Instant;

/** Decision on the deletion of finished items. */
public final class Forgetting {
  private Forgetting() {}

  /** Deletes finished items that ended before an instant, if there are any. */
  public static BookDecision<Boolean> decide(BookState state, Instant before) {
    return state.hasOver(before)
        ? BookDecision.of(new BookEvent.Forgotten(before), true)
        : BookDecision.none(false);
  }
}
