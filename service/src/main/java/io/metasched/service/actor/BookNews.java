package io.metasched.service.actor;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What the book says meanwhile: it waits until no cycle is under way, and is then told to the
 * scheduler's actors in the order of events. So all that a cycle knows is what the book said up to
 * one event. Part of its actor.
 */
final class BookNews {
  private final ArrayDeque<Commit> waiting = new ArrayDeque<>();
  private BookState known;
  private boolean stale;
  private boolean freed;

  /**
   * Events that were committed together.
   *
   * @param after what they have led to
   */
  record Commit(List<Recorded> events, BookState after) {}

  /**
   * News behind a state.
   *
   * @param known what the actors begin with
   */
  BookNews(BookState known) {
    this.known = known;
  }

  /** The actors start anew, with this state. */
  void restart(BookState from) {
    waiting.clear();
    known = from;
    stale = false;
  }

  /**
   * Takes what was committed; what the actors began with is no news.
   *
   * @return whether nodes are drained or resumed, so that the actors must start anew
   */
  boolean add(Commit commit) {
    if (commit.after().seq() > known.seq()) {
      waiting.add(commit);
    }
    return commit.events().stream()
        .filter(each -> each.seq() > known.seq())
        .map(Recorded::event)
        .anyMatch(e -> e instanceof BookEvent.NodeDrained || e instanceof BookEvent.NodeResumed);
  }

  /** Sends all of it to the actors. */
  void sendTo(SchedulerLink link) {
    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
      for (var each : next.events()) {
        stale |= link.isElsewhere(each.event());
        freed |= SchedulerLink.mayFree(each.event());
        link.take(each);
      }
      known = next.after();
    }
  }

  /** What the actors know. */
  BookState known() {
    return known;
  }

  /** Whether the book says what the actors were not told: they must start anew. */
  boolean isStale() {
    return stale;
  }

  /** The actors have booked what the book has not. */
  void differs(boolean different) {
    stale |= different;
  }

  /** Whether time has come free that no move has been tried with. */
  boolean isFreed() {
    return freed;
  }

  /** Moves are tried with all that has come free, or none is possible. */
  void movesAreTried() {
    freed = false;
  }
}
