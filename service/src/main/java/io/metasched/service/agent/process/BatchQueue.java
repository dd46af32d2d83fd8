package io.metasched.service.agent.process;

import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.site.slurm.SiteNode;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchange with a site's Slurm about the batch jobs of all runs: one query for all, then the
 * commands that follow from it. A job is submitted only after a query that did not show it. A
 * failed query changes nothing. Commands to Slurm block only the threads of this class.
 */
final class BatchQueue {
  private static final Logger LOG = LoggerFactory.getLogger(BatchQueue.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration QUIET_POLL = Duration.ofSeconds(3);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);
  private static final Duration RESUBMISSION = Duration.ofSeconds(3);
  private static final Duration BETWEEN_BOOT_TIMES = Duration.ofSeconds(3);
  private static final long LOOK_MILLIS = 50;

  private final SlurmCommands slurm;
  private final BatchJobs texts;
  private final BatchAccounting accounting;
  private final Clock clock;
  private final ExecutorThread owner;
  private final SortedMap<?, BatchRun> runs; // confined to the owner
  private final ExecutorThread thread = new ExecutorThread("slurm");
  private final ExecutorThread signals = new ExecutorThread("slurm-signals");
  private final List<Long> unsignalled = new ArrayList<>(); // guarded by itself
  private Duration pause = POLL; // confined to the thread
  private long nextBootTimes = System.nanoTime(); // confined to the thread
  private volatile boolean hasFailed;
  private final AtomicLong next = new AtomicLong(System.nanoTime());

  /** Command to the site that follows from a query. */
  private record Action(BatchRun run, Command command) {}

  /** Command to the site. */
  private interface Command {
    void run() throws SlurmException;
  }

  /**
   * Creates the exchange, which begins with {@link #start}.
   *
   * @param owner thread that owns the runs
   * @param runs live view of all known runs
   */
  BatchQueue(
      SlurmCommands slurm,
      BatchJobs texts,
      Clock clock,
      ExecutorThread owner,
      SortedMap<?, BatchRun> runs) {
    this.slurm = slurm;
    this.texts = texts;
    accounting = new BatchAccounting(slurm, texts.settings().rules().users());
    this.clock = clock;
    this.owner = owner;
    this.runs = runs;
  }

  void start() {
    thread.every(LOOK_MILLIS, this::cycleIfDue);
  }

  /** Requests a query as soon as possible. */
  void wake() {
    if (!hasFailed) {
      next.set(System.nanoTime());
    }
  }

  /** Ends the wait of a run's script, which then reads its orders. */
  void signal(BatchRun run) {
    var id = run.job().filter(job -> job.state() == SiteJobState.RUNNING).map(SiteJob::id);
    if (id.isEmpty() || !run.isReady()) {
      return; // the script has not set its trap; it reads its orders anyway
    }
    synchronized (unsignalled) {
      unsignalled.add(id.get());
    }
    signals.later(this::sendSignals);
  }

  private void sendSignals() {
    List<Long> ids;
    synchronized (unsignalled) {
      ids = List.copyOf(unsignalled);
      unsignalled.clear();
    }
    try {
      slurm.signal(ids, "USR2");
    } catch (SlurmException e) {
      LOG.info("Jobs {} will read their orders a little later: {}", ids, e.getMessage());
    }
  }

  private void cycleIfDue() {
    if (System.nanoTime() - next.get() < 0) {
      return;
    }
    long usual = System.nanoTime() + POLL.toNanos();
    next.set(usual);
    try {
      if (onOwner(() -> runs.values().stream().anyMatch(this::isOpen))) {
        cycle();
        var later = onOwner(this::isQuiet) && !hasFailed ? QUIET_POLL : pause;
        next.compareAndSet(usual, usual + later.minus(POLL).toNanos()); // unless woken
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) {
      LOG.warn("Jobs of the site: {}", String.valueOf(e.getMessage()));
    }
  }

  private <T> T onOwner(java.util.concurrent.Callable<T> question)
      throws InterruptedException, ExecutionException {
    return owner.answer(question).toCompletableFuture().get();
  }

  /** Returns whether a run may have a job. */
  private boolean isOpen(BatchRun run) {
    return run.phase() != BatchRun.Phase.OVER || !run.isWithoutJob(clock.instant());
  }

  /**
   * Returns whether no run is to start or end soon, so that queries only find faults of the site.
   */
  private boolean isQuiet() {
    var soon = clock.instant().plus(QUIET_POLL);
    return runs.values().stream()
        .filter(this::isOpen)
        .allMatch(
            run ->
                run.phase() == BatchRun.Phase.STARTED
                    && run.cancelledAt().isEmpty()
                    && soon.isBefore(run.spec().windowEnd()));
  }

  private void cycle() throws InterruptedException, ExecutionException {
    List<SiteJob> jobs;
    try {
      jobs = slurm.jobsOf(texts.settings().rules().users());
    } catch (SlurmException e) {
      if (!hasFailed) {
        LOG.warn("The site does not show its jobs: {}", e.getMessage());
      }
      hasFailed = true;
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_POLL) < 0 ? pause : LONGEST_POLL;
      return;
    }
    if (hasFailed) {
      LOG.info("The site shows its jobs again");
    }
    hasFailed = false;
    pause = POLL;
    var absent = onOwner(() -> absent(jobs));
    var all = new ArrayList<>(jobs);
    all.addAll(accounting.ended(absent, clock.instant()));
    var now = clock.instant();
    askForReasons(all(BatchRun::isUnexplained));
    askForBoots(all(run -> run.needsBootTime(now)));
    for (var action : onOwner(() -> actions(all))) {
      perform(action);
    }
  }

  /** Returns the jobs that runs should have and the controller does not show. */
  private List<BatchAccounting.Absent> absent(List<SiteJob> jobs) {
    var names = jobs.stream().map(SiteJob::name).collect(Collectors.toSet());
    return runs.values().stream()
        .filter(
            run ->
                run.phase() == BatchRun.Phase.STARTED
                    || (run.phase() == BatchRun.Phase.WAITING && run.job().isPresent()))
        .filter(run -> !names.contains(texts.name(run)))
        .map(
            run ->
                new BatchAccounting.Absent(
                    texts.name(run), run.spec().digest(), run.spec().windowStart()))
        .toList();
  }

  private List<BatchRun> all(Predicate<BatchRun> wanted)
      throws InterruptedException, ExecutionException {
    return onOwner(() -> List.<BatchRun>copyOf(runs.values()).stream().filter(wanted).toList());
  }

  /** Reads why the nodes of runs did not start their jobs, if the site reports a reason. */
  private void askForReasons(List<BatchRun> unexplained) {
    if (unexplained.isEmpty()) {
      return;
    }
    try {
      var reasons =
          slurm.nodes().stream().collect(Collectors.toMap(SiteNode::name, SiteNode::reason));
      for (var run : unexplained) {
        var reason = reasons.getOrDefault(texts.settings().atSite(run.spec().node()), "");
        owner.later(() -> run.nodeReason(reason));
      }
    } catch (SlurmException e) {
      LOG.info("The states of {} nodes are unknown: {}", unexplained.size(), e.getMessage());
    }
  }

  /**
   * Reads the boot times of the nodes of runs, repeatedly: the time of a node that is still booting
   * is that of an earlier boot.
   */
  private void askForBoots(List<BatchRun> overdue) {
    if (overdue.isEmpty() || System.nanoTime() - nextBootTimes < 0) {
      return;
    }
    nextBootTimes = System.nanoTime() + BETWEEN_BOOT_TIMES.toNanos();
    try {
      var times = slurm.bootTimes();
      for (var run : overdue) {
        var time = Optional.ofNullable(times.get(texts.settings().atSite(run.spec().node())));
        time.ifPresent(at -> owner.later(() -> run.bootTime(at)));
      }
    } catch (SlurmException e) {
      LOG.info("The boots of {} nodes are unknown: {}", overdue.size(), e.getMessage());
    }
  }

  private void perform(Action action) {
    try {
      action.command().run();
    } catch (SlurmRefusal e) {
      owner.later(
          () -> ExecutorThread.guarded(action.run().folder(), () -> refused(action.run(), e)));
    } catch (SlurmException e) {
      owner.later(() -> action.run().problem(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Handles the refusal of a command. A job that could never be accepted is not submitted again.
   */
  private void refused(BatchRun run, SlurmRefusal why) throws IOException {
    var text = String.valueOf(why.getMessage());
    run.problem(text);
    boolean isFinal =
        switch (why.reason()) {
          case NOT_PERMITTED, UNKNOWN_NODE, INVALID -> run.job().isEmpty();
          case OVERLAPS, NODES_BUSY, NAME_TAKEN, IN_USE, UNKNOWN_NAME, NO_ACCOUNTING -> false;
        };
    if (isFinal) {
      run.refuse("the site refuses its job: " + text, clock.instant());
    } else if (run.job().isPresent()) {
      ExecutorThread.warn(run.folder(), text);
    }
  }

  private List<Action> actions(List<SiteJob> jobs) {
    var now = clock.instant();
    var actions = new ArrayList<Action>();
    var byName = jobs.stream().collect(Collectors.groupingBy(SiteJob::name));
    for (var run : List.copyOf(runs.values())) {
      if (isOpen(run)) {
        var named = byName.getOrDefault(texts.name(run), List.of());
        var own = named.stream().filter(job -> texts.isOf(job, run)).toList();
        ExecutorThread.guarded(run.folder(), () -> add(run, own, now, actions));
      }
    }
    return actions;
  }

  private void add(BatchRun run, List<SiteJob> own, Instant now, List<Action> actions)
      throws IOException {
    var active =
        own.stream()
            .filter(job -> !job.state().isOver())
            .sorted(
                Comparator.comparing((SiteJob job) -> job.nodes().isEmpty())
                    .thenComparing(SiteJob::id))
            .toList();
    var extra = active.stream().skip(1).toList(); // of a submission that was late
    if (!active.isEmpty()) {
      var job = active.get(0);
      run.observe(job, now);
      boolean isUnneeded = run.phase() == BatchRun.Phase.OVER && !run.hasEnded();
      boolean isOverdue = run.isOverdue(now);
      if (isUnneeded || isOverdue) {
        extra = active;
        run.givenUp(isOverdue);
      } else {
        addLimit(run, job, now, actions);
      }
    } else if (!own.isEmpty()) {
      run.observe(own.get(own.size() - 1), now);
    } else {
      run.observeNone(now);
      addSubmission(run, now, actions);
    }
    if (active.isEmpty() && run.phase() == BatchRun.Phase.OVER) {
      run.withoutJob(now);
    }
    if (!extra.isEmpty()) {
      var ids = extra.stream().map(SiteJob::id).toList();
      actions.add(new Action(run, () -> slurm.cancel(ids)));
    }
  }

  /**
   * Moves the limit of a job on its node to the end of its reservation, because Slurm refuses to
   * reserve a node from a time before the limit of its job.
   */
  private void addLimit(BatchRun run, SiteJob job, Instant now, List<Action> actions) {
    var end = BatchJobs.end(run.spec());
    if (job.state() == SiteJobState.RUNNING
        && run.phase() != BatchRun.Phase.OVER
        && now.isBefore(end)
        && run.mayMoveLimit(now)
        && job.end().filter(limit -> !limit.equals(end)).isPresent()) {
      actions.add(new Action(run, () -> moveLimit(run, job, end)));
    }
  }

  private void moveLimit(BatchRun run, SiteJob job, Instant end) throws SlurmException {
    try {
      slurm.extend(job.id(), end);
    } catch (SlurmRefusal e) {
      owner.later(() -> run.limitRefused(clock.instant()));
      throw e;
    }
  }

  private void addSubmission(BatchRun run, Instant now, List<Action> actions) {
    boolean isRecent =
        run.submittedAt().filter(at -> now.isBefore(at.plus(RESUBMISSION))).isPresent();
    boolean isEarly = now.isBefore(texts.earliest(run.spec()));
    if (run.phase() != BatchRun.Phase.WAITING || isRecent || isEarly) {
      return;
    }
    run.submitted(now);
    var submission = texts.submission(run);
    actions.add(
        new Action(
            run,
            () -> {
              long id = slurm.submit(submission);
              LOG.debug("{}: job {}", run.folder(), id);
            }));
  }

  void close() {
    thread.shutDown();
    signals.shutDown();
  }
}
