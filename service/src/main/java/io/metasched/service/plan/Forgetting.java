package io.metasched.service.plan;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import java.time.Instant;

/** Decides when what is over is forgotten. */
public final class Forgetting {
  private Forgetting() {}

  /** Forgets what was over before an instant, if there is any of it. */
  public static Decision<Boolean> decide(BookState state, Instant before) {
    return state.hasOver(before)
        ? Decision.of(new BookEvent.Forgotten(before), true)
        : Decision.none(false);
  }
}
