package io.metasched.service.actor;

import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.flow.FlowEvent;
import java.util.ArrayList;
import java.util.List;

/** Decisions of one incarnation of the scheduler, requested page by page. Part of its actor. */
final class HistoryPages {
  private static final int MOST_EVENTS = 500_000;

  private final List<FlowEvent> unread = new ArrayList<>();
  private int received;

  /** Returns the place of the first event that has not been received. */
  int next() {
    return received;
  }

  /** Takes a page over. */
  void add(Metascheduler.HistoryPage page) {
    unread.addAll(page.history());
    received += page.history().size();
  }

  /** Returns the events since the last call. */
  List<FlowEvent> read() {
    var events = List.copyOf(unread);
    unread.clear();
    return events;
  }

  /** Whether the history is so long that a new scheduler takes less memory. */
  boolean isLong() {
    return received > MOST_EVENTS;
  }
}
