package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.cyclic.flow.FlowEvent.Booked;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Deposited;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Finished;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Moved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Postponed;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refused;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Requeued;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.cyclic.vo.Account;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of a virtual organization's job flow, as a fold over its events.
 *
 * <p>A job is first waiting, then booked, and then has one outcome. The queue is in the order of
 * submission, and a job that was not placed keeps its place. Each event is validated before it
 * changes the state. Confined to one thread; an event costs O(log n) for n jobs.
 */
public final class JobFlow {
  private final boolean unlimitedAccounts;
  private final Duration halfLife;
  private final Workflows workflows;
  private final WorkflowSums sums;
  private final List<FlowEvent> history = new ArrayList<>();
  private final TreeMap<JobId, FlowJobState> jobs = new TreeMap<>();
  private final TreeMap<Long, FlowJobState> queue = new TreeMap<>();
  private final TreeMap<Long, FlowJobState> booked = new TreeMap<>();
  private final TreeMap<Integer, Account> accounts = new TreeMap<>();
  private final JobIdRanges forgotten = new JobIdRanges();

  /**
   * Creates an empty flow.
   *
   * @param unlimitedAccounts whether users can always pay, regardless of their deposits
   * @param halfLife time after which half of a payment counts as recent use
   * @param workflows workflows whose jobs are never forgotten
   */
  public JobFlow(boolean unlimitedAccounts, Duration halfLife, Workflows workflows) {
    this.unlimitedAccounts = unlimitedAccounts;
    this.halfLife = halfLife;
    this.workflows = workflows;
    sums = new WorkflowSums(workflows);
  }

  /** Creates an empty flow without workflows, with the usual half-life of payments. */
  public JobFlow(boolean unlimitedAccounts) {
    this(unlimitedAccounts, QueueRules.USUAL.halfLife(), Workflows.NONE);
  }

  /** Creates the flow from a history. */
  public static JobFlow replay(boolean unlimitedAccounts, List<FlowEvent> history) {
    var flow = new JobFlow(unlimitedAccounts);
    history.forEach(flow::record);
    return flow;
  }

  /**
   * Appends an event to the history and applies it to the state.
   *
   * @throws IllegalStateException if the state does not allow the event; the flow is then unchanged
   */
  public void record(FlowEvent event) {
    apply(event);
    history.add(event);
  }

  /** Returns all events so far, except forgotten ones. */
  public List<FlowEvent> history() {
    return Collections.unmodifiableList(history);
  }

  /** Drops the events so far from the history; the state is kept. */
  public void forgetHistory() {
    history.clear();
  }

  /** Drops the jobs that are done, except their ids and the jobs of workflows. */
  public void forgetDoneJobs() {
    if (jobs.size() == queue.size() + booked.size()) {
      return;
    }
    for (var each = jobs.values().iterator(); each.hasNext(); ) {
      var state = each.next();
      if (state.status().isFinal() && !workflows.have(state.job().id())) {
        forgotten.add(state.job().id());
        each.remove();
      }
    }
  }

  /** Returns the state in a storable form. */
  public FlowSnapshot snapshot() {
    var balances = new ArrayList<FlowSnapshot.Balance>();
    accounts.forEach(
        (user, account) -> {
          long balance = account.balanceMilli();
          long reserved = balance - account.availableMilli();
          balances.add(new FlowSnapshot.Balance(user, balance, reserved, account.used()));
        });
    return new FlowSnapshot(
        jobs.values().stream().map(FlowSnapshot.JobRecord::of).toList(),
        forgotten.ranges(),
        balances);
  }

  /** Restores the state of another flow; this flow must have had no events. */
  public void restore(FlowSnapshot from) {
    for (var each : from.jobs()) {
      var state = each.state();
      jobs.put(state.job().id(), state);
      sums.replace(state.job().id(), Optional.empty(), state.window());
      if (state.status() == JobStatus.REFUSED) {
        sums.refuse(state.job().id());
      } else if (state.status() == JobStatus.WAITING) {
        queue.put(state.place(), state);
      } else if (state.status() == JobStatus.BOOKED) {
        booked.put(state.place(), state);
      }
    }
    from.forgotten().forEach(forgotten::add);
    for (var each : from.accounts()) {
      account(each.user()).restore(each.balanceMilli(), each.reservedMilli(), each.used());
    }
  }

  /** Returns the waiting jobs, in queue order. */
  public List<FlowJobState> waiting() {
    return List.copyOf(queue.values());
  }

  /** Returns the booked jobs that have not ended, in the order of submission. */
  public List<FlowJobState> booked() {
    return List.copyOf(booked.values());
  }

  /** Returns all jobs, by id. */
  public Collection<FlowJobState> jobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  /** Returns whether a job with the id was ever submitted. */
  public boolean knows(JobId id) {
    return jobs.containsKey(id) || forgotten.contains(id);
  }

  /** Returns whether a job was submitted and is in a final state. */
  public boolean isDone(JobId id) {
    return forgotten.contains(id) || job(id).status().isFinal();
  }

  /** Returns whether a job is known, is booked and has not ended. */
  public boolean isBooked(JobId id) {
    var state = jobs.get(id);
    return state != null && state.status() == JobStatus.BOOKED;
  }

  /**
   * Returns the state of a job.
   *
   * @throws IllegalStateException if the job was never submitted, or is forgotten
   */
  public FlowJobState job(JobId id) {
    var state = jobs.get(id);
    if (state == null) {
      throw new IllegalStateException("job %s was never submitted".formatted(id));
    }
    return state;
  }

  /** Returns the number of jobs that have their outcome. */
  public int doneCount() {
    return (int) forgotten.size() + jobs.size() - queue.size() - booked.size();
  }

  /** Returns whether every submitted job has its outcome. */
  public boolean isDone() {
    return queue.isEmpty() && booked.isEmpty();
  }

  /** Returns whether the user of a job could pay an amount after a refund of {@code returning}. */
  public boolean canPay(Job job, long milli, long returning) {
    return unlimitedAccounts || account(job.user()).availableMilli() + returning >= milli;
  }

  /** Returns the sums over the jobs of each workflow. */
  public WorkflowSums sums() {
    return sums;
  }

  /** Returns the user's money that is neither spent nor reserved, in 1/1000. */
  public long availableMilli(int user) {
    return account(user).availableMilli();
  }

  /**
   * Returns the recent use of users with waiting jobs, in 1/1000: what they have paid recently for
   * jobs that have ended, and the costs of the windows of their booked jobs.
   */
  public SortedMap<Integer, Long> usedMilli(long tick) {
    var used = new TreeMap<Integer, Long>();
    for (var state : queue.values()) {
      used.computeIfAbsent(
          state.job().user(),
          user -> {
            var account = accounts.get(user);
            return account == null ? 0 : account.used().at(tick, halfLife);
          });
    }
    for (var state : booked.values()) {
      long cost = windowOf(state.job().id()).costMilli();
      used.computeIfPresent(state.job().user(), (user, milli) -> Math.addExact(milli, cost));
    }
    return used;
  }

  /**
   * Returns the window of a booked job.
   *
   * @throws IllegalStateException if the job is not booked
   */
  public Window windowOf(JobId id) {
    return Objects.requireNonNull(require(id, JobStatus.BOOKED).window);
  }

  private Account account(int user) {
    return accounts.computeIfAbsent(
        user, u -> unlimitedAccounts ? Account.unlimited() : Account.empty());
  }

  private void apply(FlowEvent event) {
    if (event instanceof Deposited deposited) {
      account(deposited.user()).deposit(deposited.milli());
    } else if (event instanceof Submitted submitted) {
      submit(submitted.job());
    } else if (event instanceof Refused refused) {
      refuse(refused);
    } else if (event instanceof Postponed postponed) {
      var state = require(postponed.job(), JobStatus.WAITING);
      state.cyclesWithoutWindow = postponed.cyclesWithoutWindow();
      state.postponement = postponed.reason();
    } else if (event instanceof Reserved reserved) {
      reserve(reserved);
    } else if (event instanceof Requeued requeued) {
      var state = require(requeued.job(), JobStatus.WAITING);
      freeReserved(state);
      state.requeues++;
      state.cyclesWithoutWindow = 0; // the job had a window
      state.postponement = null;
    } else if (event instanceof Booked book) {
      book(book);
    } else if (event instanceof Moved moved) {
      move(moved);
    } else if (event instanceof Withdrawn withdrawn) {
      withdraw(withdrawn);
    } else if (event instanceof Finished finished) {
      finish(finished);
    }
  }

  private void submit(Job job) {
    if (knows(job.id())) {
      throw new IllegalStateException("job %s was already submitted".formatted(job.id()));
    }
    var state = new FlowJobState(job, forgotten.size() + jobs.size());
    jobs.put(job.id(), state);
    queue.put(state.place(), state);
  }

  private void refuse(Refused refused) {
    var state = require(refused.job(), JobStatus.WAITING);
    freeReserved(state);
    state.refusal = refused.why().reason();
    sums.refuse(refused.job());
    end(state, JobStatus.REFUSED, refused.tick());
  }

  private void reserve(Reserved reserved) {
    var state = require(reserved.job(), JobStatus.WAITING);
    if (state.reservedMilli != 0 || !account(state.job().user()).reserve(reserved.milli())) {
      throw new IllegalStateException(
          "job %s cannot reserve %d".formatted(reserved.job(), reserved.milli()));
    }
    state.reservedMilli = reserved.milli();
  }

  private void book(Booked booking) {
    var state = require(booking.job(), JobStatus.WAITING);
    long cost = booking.window().costMilli();
    if (state.reservedMilli != cost) {
      throw new IllegalStateException(
          "job %s costs %d, but has reserved %d"
              .formatted(booking.job(), cost, state.reservedMilli));
    }
    freeReserved(state);
    account(state.job().user()).charge(cost);
    queue.remove(state.place());
    booked.put(state.place(), state);
    state.status = JobStatus.BOOKED;
    setWindow(state, booking.window());
    state.promisedStart = booking.window().start();
    state.bookedTick = booking.tick();
    state.bookedCycle = booking.cycle();
    state.alternatives = booking.alternatives();
    state.movable = booking.movable();
    state.cyclesWithoutWindow = 0;
  }

  private void move(Moved moved) {
    var old = windowOf(moved.job());
    var state = job(moved.job());
    if (!state.movable()
        || state.hasBegun(moved.tick())
        || moved.window().start() > old.start()
        || (moved.cycle() != FlowEvent.NO_CYCLE && !moved.window().isNoWorseThan(old))
        || !canPay(state.job(), moved.window().costMilli(), old.costMilli())) {
      throw new IllegalStateException(
          "job %s cannot move from %s to %s at %d"
              .formatted(moved.job(), old, moved.window(), moved.tick()));
    }
    account(state.job().user()).charge(moved.window().costMilli() - old.costMilli());
    setWindow(state, moved.window());
    state.bookedTick = moved.tick();
    state.moves++;
  }

  private void withdraw(Withdrawn withdrawn) {
    var state = job(withdrawn.job());
    if (state.status().isFinal()) {
      throw new IllegalStateException(
          "job %s is already %s".formatted(withdrawn.job(), state.status().label()));
    }
    refund(state, withdrawn.refunds());
    freeReserved(state);
    if (!state.hasBegun(withdrawn.tick())) {
      setWindow(state, null);
    }
    use(state, withdrawn.tick());
    end(state, JobStatus.WITHDRAWN, withdrawn.tick());
  }

  private void finish(Finished finished) {
    var state = require(finished.job(), JobStatus.BOOKED);
    if (!state.hasBegun(finished.tick())) {
      throw new IllegalStateException(
          "job %s has not begun at %d".formatted(finished.job(), finished.tick()));
    }
    refund(state, finished.refunds());
    use(state, finished.tick());
    state.stopped = finished.stopped();
    end(state, JobStatus.FINISHED, finished.tick());
  }

  private void setWindow(FlowJobState state, @Nullable Window window) {
    sums.replace(state.job().id(), state.window(), Optional.ofNullable(window));
    state.window = window;
  }

  private void end(FlowJobState state, JobStatus status, long tick) {
    queue.remove(state.place());
    booked.remove(state.place());
    state.status = status;
    state.endTick = tick;
  }

  private void freeReserved(FlowJobState state) {
    account(state.job().user()).release(state.reservedMilli);
    state.reservedMilli = 0;
  }

  private void refund(FlowJobState state, List<Refund> refunds) {
    long sum = refunds.stream().mapToLong(Refund::milli).sum();
    long paid = state.window().map(Window::costMilli).orElse(0L);
    if (sum > paid) {
      throw new IllegalStateException(
          "job %s paid %d, but its refund is %d".formatted(state.job().id(), paid, sum));
    }
    account(state.job().user()).deposit(sum);
    state.refundedMilli += sum;
  }

  private void use(FlowJobState state, long tick) {
    long cost = state.window().map(Window::costMilli).orElse(0L);
    if (cost > state.refundedMilli) {
      account(state.job().user()).use(cost - state.refundedMilli, tick, halfLife);
    }
  }

  private FlowJobState require(JobId id, JobStatus status) {
    var state = job(id);
    if (state.status() != status) {
      throw new IllegalStateException(
          "job %s is %s, not %s".formatted(id, state.status().label(), status.label()));
    }
    return state;
  }
}
