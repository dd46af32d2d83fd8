package io.metasched.service.counterfactual;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.RunDecisions;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Counterfactual book: events are applied as in the service, and each run lasts for its recorded
 * run time. Confined to one thread.
 */
final class CounterfactualBook {
  private static final int START = -1;
  private static final int TERMINATED = 143; // 128 + SIGTERM

  private final RunLengths lengths;
  private final Takings takings = new Takings();
  private final TreeSet<Due> agenda = new TreeSet<>();
  private BookState state;
  private boolean changed = true;
  private boolean freed;

  /** Due end of a part, or start of a job. */
  private record Due(long tick, String job, int attempt, int part) implements Comparable<Due> {
    private static final Comparator<Due> ORDER =
        Comparator.comparingLong(Due::tick)
            .thenComparing(Due::job)
            .thenComparingInt(Due::attempt)
            .thenComparingInt(Due::part);

    @Override
    public int compareTo(Due other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Creates a book that continues from a state.
   *
   * @param present tick of the state; runs with an earlier recorded start have started
   */
  CounterfactualBook(BookState from, RunLengths lengths, long present) {
    state = from;
    this.lengths = lengths;
    for (var job : from.openJobs()) {
      if (job.state().hasIdleWindow()) {
        confirm(job, present);
        start(job.id());
      } else if (!job.parts().isEmpty()) {
        ends(job.id(), present);
      }
    }
  }

  BookState state() {
    return state;
  }

  Takings takings() {
    return takings;
  }

  /** Returns whether anything has changed since the last call. */
  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  boolean hasChanged() {
    return changed;
  }

  /** Returns whether time has become free since the last call. */
  boolean takeFreed() {
    boolean was = freed;
    freed = false;
    return was;
  }

  /** Writes the events of a cycle, which do not count as changes. */
  void writeAll(List<BookEvent> events, long tick) {
    boolean before = changed;
    events.forEach(event -> write(event, tick));
    changed = before;
  }

  /** Writes an event; returns false if the book does not allow it. */
  boolean write(BookEvent event, long tick) {
    Instant at = state.ticks().instant(tick);
    BookState next;
    try {
      next = state.after(new Recorded(state.seq() + 1, at, "what-if", "", event));
    } catch (IllegalStateException no) {
      return false;
    }
    takings.take(state, event);
    state = next;
    changed = true;
    if (event instanceof BookEvent.JobBooked booked) {
      confirm(state.job(booked.id()).orElseThrow(), tick);
      start(booked.id());
    } else if (event instanceof BookEvent.JobMovePlaced placed) {
      confirm(state.job(placed.id()).orElseThrow(), tick);
    } else if (event instanceof BookEvent.JobMoved moved) {
      start(moved.id());
    }
    freed |= event.mayFreeTime();
    return true;
  }

  /** Confirms a placed job or a planned move: sites refuse nothing here. */
  private void confirm(JobRecord job, long tick) {
    if (job.state() == JobState.PLACED) {
      write(new BookEvent.JobConfirmed(job.id(), job.attempt()), tick);
    } else if (job.isMoving()) {
      var to = job.asMoved();
      write(new BookEvent.JobMoved(job.id(), tick, to.window().orElseThrow(), to.nodes()), tick);
    }
  }

  // --- runs

  private void start(String id) {
    var job = state.job(id).orElseThrow();
    long start = job.window().orElseThrow().start();
    agenda.add(new Due(start, id, job.attempt(), START));
  }

  private void ends(String id, long least) {
    var job = state.job(id).orElseThrow();
    for (int part = 0; part < job.parts().size(); part++) {
      if (!job.parts().get(part).stage().isFinal()) {
        var span = job.parts().get(part).booked().span();
        long end = span.start() + lengths.usedTicks(id, part, span.lengthTicks());
        agenda.add(new Due(Math.max(least, end), id, job.attempt(), part));
      }
    }
  }

  /**
   * Returns the tick of the next start or end of a run; {@link Long#MAX_VALUE} if there is no
   * further start or end.
   */
  long nextTick() {
    return agenda.isEmpty() ? Long.MAX_VALUE : agenda.first().tick();
  }

  /** Executes the next start or end of a run. */
  void goOn() {
    var due = agenda.pollFirst();
    var job =
        due == null
            ? null
            : state.job(due.job()).filter(each -> each.attempt() == due.attempt()).orElse(null);
    if (due == null || job == null || job.state().isFinal()) {
      return;
    } else if (due.part() != START) {
      end(due, lengths.exitStatus(due.job(), due.part()), lengths.cause(due.job(), due.part()));
      return;
    }
    boolean isThen = job.window().filter(window -> window.start() == due.tick()).isPresent();
    if (job.state() != JobState.BOOKED || !isThen) {
      return; // the job was moved meanwhile
    }
    RunDecisions.starting(state, job.id(), job.attempt())
        .events()
        .forEach(event -> write(event, due.tick()));
    for (int part = 0; part < job.parts().size(); part++) {
      var run = new RunId(job.id(), job.attempt(), part);
      apply(new RunFact.Started(run, state.ticks().instant(due.tick())), due.tick());
    }
    ends(job.id(), due.tick());
  }

  private void end(Due due, int exit, EndCause cause) {
    var run = new RunId(due.job(), due.attempt(), due.part());
    apply(new RunFact.Ended(run, exit, cause, state.ticks().instant(due.tick())), due.tick());
  }

  private void apply(RunFact fact, long tick) {
    RunDecisions.apply(state, fact).events().forEach(event -> write(event, tick));
  }

  /** Cancels a job immediately, in any state. */
  void cancel(String id, long tick) {
    var job = state.job(id);
    if (job.isEmpty() || job.get().state().isFinal()) {
      return;
    }
    boolean hasNotStarted =
        job.get().state() == JobState.WAITING || job.get().state().hasIdleWindow();
    if (hasNotStarted) {
      write(new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()), tick);
      return;
    }
    write(new BookEvent.CancelAsked(id), tick);
    endAll(job.get(), EndCause.CANCELLED, tick);
  }

  /** Ends all parts of a running job. */
  void endAll(JobRecord job, EndCause cause, long tick) {
    for (int part = 0; part < job.parts().size(); part++) {
      end(new Due(tick, job.id(), job.attempt(), part), TERMINATED, cause);
    }
  }

  /** Returns the number of the next cycle. */
  int nextCycle() {
    var last = state.cycles().below(null).iterator();
    return last.hasNext() ? last.next().key() + 1 : FlowEvent.NO_CYCLE + 1;
  }
}
