package io.metasched.service.plan;

import static io.metasched.resource.model.WindowRequest.NO_LIMIT;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.workflow.Workflow;
import io.metasched.metascheduler.workflow.WorkflowPlan;
import io.metasched.metascheduler.workflow.WorkflowPolicies;
import io.metasched.metascheduler.workflow.WorkflowSnapshot;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotView;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.WorkflowRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Planning of whole workflows in a cycle. The waiting jobs of a workflow get windows after the
 * windows of their predecessors, also of those that have not ended, within the money of the
 * workflow. If the deadline of the workflow is within the horizon, either all jobs get a window or
 * none does; otherwise, as many get one as the horizon allows. Confined to one thread.
 */
final class WorkflowPlanning {
  /** Number of jobs planned in one cycle, above which workflows take turns. */
  private static final int MOST_JOBS = 2000;

  private final BookState state;
  private final CycleSettings settings;
  private final Span horizon;
  private final SlotView slots;
  private final AccountLoads loads;
  private final TreeMap<String, Long> spent = new TreeMap<>();
  private final List<Booking> bookings = new ArrayList<>();

  /** Window for a job of a workflow. */
  record Booking(JobRecord job, Window window) {
    FlowEvent.Booked event(long tick, int cycle) {
      var id = JobId.of(job.number());
      return new FlowEvent.Booked(tick, cycle, id, window, 1, true, false);
    }
  }

  /**
   * Creates a planning.
   *
   * @param slots vacant time, from which the windows are taken
   */
  WorkflowPlanning(BookState state, CycleSettings settings, Span horizon, SlotView slots) {
    this.state = state;
    this.settings = settings;
    this.horizon = horizon;
    this.slots = slots;
    loads = new AccountLoads(state);
  }

  /** Counts a window of a job, with its cost. */
  void take(JobRecord job, Window window) {
    spent.merge(job.spec().account(), window.costMilli(), Long::sum);
    loads.take(job, window);
  }

  /** Returns the open workflows with jobs that wait. */
  static List<WorkflowRecord> waiting(BookState state) {
    var waiting = new ArrayList<WorkflowRecord>();
    for (var workflow : state.workflows().values()) {
      if (workflow.jobs().count(JobState.WAITING) > 0) {
        waiting.add(workflow);
      }
    }
    return waiting;
  }

  /**
   * Returns the workflows that have a turn in a cycle, in the order of their planning.
   *
   * @param cycle number of the cycle
   */
  static List<WorkflowRecord> turns(BookState state, int cycle) {
    var waiting = waiting(state);
    // the first workflow changes with the cycle only if not all have a turn
    int first = isCrowded(waiting) ? cycle % waiting.size() : 0;
    var turns = new ArrayList<WorkflowRecord>();
    int jobs = 0;
    for (int i = 0; i < waiting.size() && jobs < MOST_JOBS; i++) {
      var workflow = waiting.get((first + i) % waiting.size());
      jobs += workflow.jobs().count(JobState.WAITING);
      turns.add(workflow);
    }
    return turns;
  }

  /** Plans a workflow; returns the windows of its jobs. */
  List<Booking> booked(WorkflowRecord workflow) {
    int before = bookings.size();
    plan(workflow);
    return List.copyOf(bookings.subList(before, bookings.size()));
  }

  /** Returns the first job of a workflow that cannot be planned, although others can. */
  Optional<CycleByBook.Culprit> culprit() {
    for (var workflow : waiting(state)) {
      try {
        plan(workflow);
      } catch (RuntimeException e) {
        var jobs = new ArrayList<JobRecord>();
        var unused = tasks(workflow, jobs);
        return jobs.stream().findFirst().map(job -> new CycleByBook.Culprit(job, e));
      }
    }
    return Optional.empty();
  }

  private static boolean isCrowded(List<WorkflowRecord> waiting) {
    return waiting.stream().mapToInt(each -> each.jobs().count(JobState.WAITING)).sum() > MOST_JOBS;
  }

  private void plan(WorkflowRecord workflow) {
    var jobs = new ArrayList<JobRecord>();
    var tasks = tasks(workflow, jobs);
    if (tasks.isEmpty()) {
      return;
    }
    long deadline = workflow.spec().deadline().map(state.ticks()::at).orElse(NO_LIMIT);
    var account = workflow.spec().account();
    long money =
        state.account(account).orElseThrow().balanceMilli() - spent.getOrDefault(account, 0L);
    long budget = Math.max(0, Math.min(money, workflow.unspentMilli().orElse(money)));
    var whole = new Workflow(tasks, budget, deadline);
    var plan =
        WorkflowPolicies.named(workflow.spec().policy(), SearchFamily.exact(settings.searchSteps()))
            .plan(
                new WorkflowSnapshot(
                    whole,
                    horizon,
                    settings.granularity().toMillis(),
                    slots,
                    loads.limit(account, jobs.get(0).user())));
    if (isUseful(workflow, jobs, plan, deadline)) {
      for (int i = 0; i < jobs.size(); i++) {
        var window = plan.windows().get(i);
        if (window.isPresent()) {
          slots.subtract(window.get());
          take(jobs.get(i), window.get());
          bookings.add(new Booking(jobs.get(i), window.get()));
        }
      }
    }
  }

  /** Returns whether the plan has a window for each job, or may leave some for later cycles. */
  private boolean isUseful(
      WorkflowRecord workflow, List<JobRecord> jobs, WorkflowPlan plan, long deadline) {
    boolean isWhole = plan.isComplete() && jobs.size() == workflow.jobs().count(JobState.WAITING);
    return isWhole || deadline > horizon.end();
  }

  /**
   * Returns the jobs that can be planned, with edges between them. Windows of predecessors that are
   * not planned bound the earliest start.
   *
   * @param jobs receives the jobs, in the same order
   */
  private List<Workflow.Task> tasks(WorkflowRecord workflow, List<JobRecord> jobs) {
    var windows = new WorkflowWindows(state);
    windows.loseBroken(workflow);
    var places = new TreeMap<String, Integer>();
    var tasks = new ArrayList<Workflow.Task>();
    for (var job : state.jobsOf(workflow)) {
      if (job.state() != JobState.WAITING
          || LiveJobs.isSetAside(job)
          || LiveJobs.isTooEarly(state, job, horizon.end())) {
        continue;
      }
      var after = new ArrayList<Integer>();
      var others = new ArrayList<>(job.spec().after());
      others.removeIf(on -> Optional.ofNullable(places.get(on.job())).map(after::add).isPresent());
      var bound = windows.earliest(job.withSpec(job.spec().withAfter(others)));
      if (bound.isPresent()) {
        places.put(job.id(), tasks.size());
        jobs.add(job);
        tasks.add(
            new Workflow.Task(LiveJobs.job(state, job).within(bound.getAsLong(), NO_LIMIT), after));
      }
    }
    return tasks;
  }
}
