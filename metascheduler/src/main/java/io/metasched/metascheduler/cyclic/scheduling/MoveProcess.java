package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import java.util.List;
import java.util.Optional;

/**
 * Process that moves booked jobs one after the other. Owners check and replace a window in one
 * operation, and if they refuse, the old window stays: no job ever starts later than promised. When
 * time is freed, jobs move to earlier starts. When jobs are replanned for a cycle, they move to
 * windows that are no worse in start, end and cost.
 */
public final class MoveProcess {
  private final VoScheduler scheduler;
  private final int cycle;
  private final List<Move> moves;
  private final long now;
  private int at;

  MoveProcess(VoScheduler scheduler, int cycle, List<Move> moves, long now) {
    this.scheduler = scheduler;
    this.cycle = cycle;
    this.moves = List.copyOf(moves);
    this.now = now;
  }

  /**
   * Returns the next move to request from owners; empty when all moves are done. The caller reports
   * {@link #moved} or {@link #refused} before the next call.
   */
  public Optional<Move> next() {
    while (at < moves.size() && !mayMove(moves.get(at))) {
      at++;
    }
    return at < moves.size() ? Optional.of(moves.get(at)) : Optional.empty();
  }

  private boolean mayMove(Move move) {
    boolean better =
        cycle == FlowEvent.NO_CYCLE
            ? move.to().start() < move.from().start()
            : move.to().isNoWorseThan(move.from()) && !move.to().equals(move.from());
    return better
        && scheduler.flow().canPay(move.job(), move.to().costMilli(), move.from().costMilli());
  }

  /** Reports that the job is booked in the new window and no longer in the old one. */
  public void moved() {
    var move = moves.get(at++);
    scheduler.record(new FlowEvent.Moved(now, cycle, move.job().id(), move.to()));
  }

  /** Reports that the old window is kept. */
  public void refused() {
    at++;
  }
}
