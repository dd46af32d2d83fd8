package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.queue.RecentUse;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Storable state of a job flow: the data that future events need, without history.
 *
 * @param jobs the jobs that are not forgotten, by id
 * @param forgotten the ids of the forgotten jobs
 * @param accounts the accounts, by user
 */
public record FlowSnapshot(List<JobRecord> jobs, List<Range> forgotten, List<Balance> accounts) {
  public FlowSnapshot {
    jobs = List.copyOf(jobs);
    forgotten = List.copyOf(forgotten);
    accounts = List.copyOf(accounts);
  }

  /** Range of ids of one organization, from the first to the last number. */
  public record Range(JobId first, long last) {}

  /**
   * Balance of an account, and the reserved part of the balance.
   *
   * @param used payments for jobs that have ended
   */
  public record Balance(int user, long balanceMilli, long reservedMilli, RecentUse used) {
    public Balance {
      used = used == null ? RecentUse.NONE : used; // absent in journals of old versions
    }

    /** Creates the balance of an account that has paid for no job. */
    public Balance(int user, long balanceMilli, long reservedMilli) {
      this(user, balanceMilli, reservedMilli, RecentUse.NONE);
    }
  }

  /** State of a job, see {@link FlowJobState}. */
  public record JobRecord(
      Job job,
      long place,
      JobStatus status,
      @Nullable Window window,
      @Nullable RefusalReason refusal,
      @Nullable PostponeReason postponement,
      long promisedStart,
      long bookedTick,
      long endTick,
      long reservedMilli,
      long refundedMilli,
      int bookedCycle,
      int alternatives,
      int requeues,
      int moves,
      int cyclesWithoutWindow,
      boolean movable,
      boolean stopped) {

    static JobRecord of(FlowJobState state) {
      return new JobRecord(
          state.job(),
          state.place(),
          state.status,
          state.window,
          state.refusal,
          state.postponement,
          state.promisedStart,
          state.bookedTick,
          state.endTick,
          state.reservedMilli,
          state.refundedMilli,
          state.bookedCycle,
          state.alternatives,
          state.requeues,
          state.moves,
          state.cyclesWithoutWindow,
          state.movable,
          state.stopped);
    }

    FlowJobState state() {
      var state = new FlowJobState(job, place);
      state.status = status;
      state.window = window;
      state.refusal = refusal;
      state.postponement = postponement;
      state.promisedStart = promisedStart;
      state.bookedTick = bookedTick;
      state.endTick = endTick;
      state.reservedMilli = reservedMilli;
      state.refundedMilli = refundedMilli;
      state.bookedCycle = bookedCycle;
      state.alternatives = alternatives;
      state.requeues = requeues;
      state.moves = moves;
      state.cyclesWithoutWindow = cyclesWithoutWindow;
      state.movable = movable;
      state.stopped = stopped;
      return state;
    }
  }
}
