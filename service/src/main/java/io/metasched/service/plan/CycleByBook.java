package io.metasched.service.plan;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.Batch;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.metascheduler.cyclic.scheduling.SlotPlanning;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotView;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.WorkflowRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cycle as a function of the book: jobs, balances and vacant time follow from the state as of one
 * event, and determine the plan. In the service, the metascheduler plans on the slots held by the
 * domains; re-runs, replays and dry runs plan on a table of the same slots. Only {@link
 * CycleOutcome} books the plan.
 */
public final class CycleByBook {
  private final BookState seen;
  private final Fleet fleet;
  private final CycleSettings settings;
  private final SchedulingPolicy policy;
  private final OwnersPricing pricing;

  /**
   * Creates the cycles of a state.
   *
   * @param seen state from which the cycles follow
   */
  public CycleByBook(BookState seen, Fleet fleet, CycleSettings settings) {
    this(seen, fleet, settings, settings.createPolicy());
  }

  /**
   * Creates the cycles of a state with a policy that is reused for several states.
   *
   * @param policy policy of these settings
   */
  public CycleByBook(BookState seen, Fleet fleet, CycleSettings settings, SchedulingPolicy policy) {
    this.policy = policy;
    this.seen = seen;
    this.fleet = fleet;
    this.settings = settings;
    pricing = new OwnersPricing(seen, fleet);
  }

  /** Returns the planning of a cycle. */
  public SlotPlanning cycle(BookEvent.CycleBegun begun) {
    return cycle(begun.cycle(), begun.tick(), considered(begun), Optional.empty());
  }

  private List<JobRecord> considered(BookEvent.CycleBegun begun) {
    var jobs =
        begun.turn().isPresent()
            ? CyclePlaces.of(seen, settings, begun).jobs()
            : LiveJobs.first(seen, settings, begun.tick(), settings.batchLimit());
    return new JobQueue(seen, settings, begun.tick()).sorted(jobs);
  }

  /**
   * Returns the planning of a cycle at {@code tick} with a further job of a person, after all
   * others.
   */
  SlotPlanning cycle(long tick, Job further, String account, String user) {
    var places = CyclePlaces.next(seen, settings, tick, settings.batchLimit() - 1);
    var jobs = new JobQueue(seen, settings, tick).sorted(places.jobs());
    return cycle(0, tick, jobs, Optional.of(new Further(further, account, user)));
  }

  /** Job that is not in the book. */
  private record Further(Job job, String account, String user) {}

  private SlotPlanning cycle(
      int cycle, long tick, List<JobRecord> considered, Optional<Further> further) {
    var scheduler = settings.scheduler(fleet, pricing, policy);
    scheduler.restore(LiveJobs.money(seen), null);
    var loads = new AccountLoads(seen);
    long until = tick + settings.horizon().toMillis();
    for (var job : considered) {
      if (loads.admits(job, until)) {
        var account = job.spec().account();
        scheduler.submit(bounded(LiveJobs.job(seen, job), loads.roomFrom(job), account), tick);
      }
    }
    further.ifPresent(
        more -> {
          long from = loads.roomFrom(more.account, more.user, more.job.nodes());
          if (from < until) {
            scheduler.submit(bounded(more.job, from, more.account), tick);
          }
        });
    return new Cycle(
        seen, settings, scheduler, scheduler.open(cycle, tick, List.of()), first(considered));
  }

  /**
   * Returns a copy of a job limited to the time in which its account has room, and to the balance.
   */
  private Job bounded(Job job, long from, String account) {
    long most =
        settings.withinBalance() ? LiveJobs.payableMilli(seen, account) : WindowRequest.NO_LIMIT;
    return job.within(from, most);
  }

  /** Job with which no cycle can be planned, and the error of the attempt. */
  public record Culprit(JobRecord job, RuntimeException error) {}

  /**
   * Returns a job that prevents the planning of a cycle, although the jobs before it can be
   * planned. Empty if all jobs can be planned. Cost: O(log n) planned cycles for n jobs.
   */
  public Optional<Culprit> culprit(BookEvent.CycleBegun begun) {
    int cycle = begun.cycle();
    long tick = begun.tick();
    var horizon = cycle(cycle, tick, List.of(), Optional.empty()).horizon();
    var table = Vacancy.of(seen, fleet, horizon).table(pricing, horizon, tick);
    var ofWorkflows = new WorkflowPlanning(seen, settings, horizon, table).culprit();
    if (ofWorkflows.isPresent()) {
      return ofWorkflows;
    }
    var jobs = considered(begun);
    var error = error(cycle, tick, jobs);
    int good = 0; // number of first jobs with which planning succeeds
    int bad = jobs.size();
    while (error.isPresent() && bad - good > 1) {
      int half = (good + bad) >>> 1;
      var next = error(cycle, tick, jobs.subList(0, half));
      good = next.isPresent() ? good : half;
      bad = next.isPresent() ? half : bad;
      error = next.isPresent() ? next : error;
    }
    int last = bad - 1;
    return bad == 0 ? Optional.empty() : error.map(why -> new Culprit(jobs.get(last), why));
  }

  private Optional<RuntimeException> error(int cycle, long tick, List<JobRecord> jobs) {
    try {
      plan(cycle(cycle, tick, jobs, Optional.empty()));
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }

  private static long first(List<JobRecord> jobs) {
    return jobs.stream().mapToLong(JobRecord::number).min().orElse(Long.MAX_VALUE);
  }

  /**
   * Planning of a cycle: of the workflows with waiting jobs that were submitted before all jobs of
   * the batch, of the batch, and of the other workflows.
   *
   * @param first number of the first job of the batch
   */
  private record Cycle(
      BookState seen, CycleSettings settings, VoScheduler scheduler, Batch batch, long first)
      implements SlotPlanning {
    @Override
    public Span horizon() {
      return batch.horizon();
    }

    @Override
    public long nowTick() {
      return batch.nowTick();
    }

    @Override
    public List<Slot> mayComeBack() {
      return List.of();
    }

    @Override
    public List<FlowEvent> plan(SlotView slots, int count) {
      var turns = WorkflowPlanning.turns(seen, batch.cycle());
      if (turns.isEmpty()) {
        return planBatch(slots, count);
      }
      var left = slots.copy();
      var workflows = new WorkflowPlanning(seen, settings, batch.horizon(), left);
      var events = new ArrayList<FlowEvent>();
      turns.stream().filter(this::isEarly).forEach(each -> events.addAll(plan(workflows, each)));
      for (var event : planBatch(left.copy(), count)) {
        events.add(event);
        if (event instanceof FlowEvent.Booked booked) {
          left.subtract(booked.window());
          seen.open()
              .waiting()
              .get(booked.job().number())
              .ifPresent(job -> workflows.take(job, booked.window()));
        }
      }
      turns.stream()
          .filter(each -> !isEarly(each))
          .forEach(each -> events.addAll(plan(workflows, each)));
      return events;
    }

    private boolean isEarly(WorkflowRecord workflow) {
      return workflow.submitted().number() <= first;
    }

    private List<FlowEvent> plan(WorkflowPlanning workflows, WorkflowRecord workflow) {
      return workflows.booked(workflow).stream()
          .<FlowEvent>map(each -> each.event(batch.nowTick(), batch.cycle()))
          .toList();
    }

    private List<FlowEvent> planBatch(SlotView slots, int count) {
      if (!batch.jobs().isEmpty()) {
        var booking =
            scheduler.book(
                scheduler.plan(scheduler.snapshot(batch, slots, count)), batch.nowTick());
        while (booking.next().isPresent()) {
          booking.booked(); // the book makes the final decision
        }
      }
      return List.copyOf(scheduler.flow().history());
    }
  }

  /** Returns the planning of moves of booked jobs to earlier starts, after time has become free. */
  public SlotPlanning moves(MovesBegun begun) {
    var scheduler = settings.scheduler(fleet, pricing, policy);
    long from = begun.from();
    long planned = begun.until() - settings.horizon().toMillis();
    var among = begun.among().orElseGet(() -> Among.from(from));
    scheduler.restore(
        LiveJobs.movable(seen, fleet, among), new CycleReport(-1, planned, 0, 0, 0, 0, 0, 0, 0, 0));
    return new Moves(scheduler, scheduler.promised(from), begun.tick(), from);
  }

  private record Moves(VoScheduler scheduler, List<Promised> promised, long nowTick, long from)
      implements SlotPlanning {
    @Override
    public Span horizon() {
      return scheduler.replanHorizon(from);
    }

    @Override
    public List<Slot> mayComeBack() {
      var own = new ArrayList<Slot>();
      promised.forEach(job -> own.addAll(job.ownSlots()));
      return own;
    }

    @Override
    public List<FlowEvent> plan(SlotView slots, int count) {
      var moves = scheduler.replan(from, promised, slots);
      var round = scheduler.move(FlowEvent.NO_CYCLE, moves, nowTick);
      while (round.next().isPresent()) {
        round.moved(); // the book makes the final decision
      }
      return List.copyOf(scheduler.flow().history());
    }
  }

  /** Returns the result of a planning on a table of all slots. */
  public List<FlowEvent> plan(SlotPlanning planning) {
    var horizon = planning.horizon();
    var table =
        Vacancy.of(seen, fleet, horizon)
            .table(pricing, horizon, planning.nowTick(), planning.mayComeBack());
    return planning.plan(table, table.size());
  }
}
