package io.metasched.service.plan;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import java.time.Instant;

/** Decision on the deletion of finished items. */
public final class Forgetting {
  private Forgetting() {}

  /** Deletes finished items that ended before an instant, if there are any. */
  public static Decision<Boolean> decide(BookState state, Instant before) {
    return state.hasOver(before)
        ? Decision.of(new BookEvent.Forgotten(before), true)
        : Decision.none(false);
  }
}
