package io.metasched.simulation.system.cyclic;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.FlowEvent.Booked;
import io.metasched.metascheduler.flow.FlowEvent.Deposited;
import io.metasched.metascheduler.flow.FlowEvent.Finished;
import io.metasched.metascheduler.flow.FlowEvent.Moved;
import io.metasched.metascheduler.flow.FlowEvent.Postponed;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.metascheduler.flow.FlowEvent.Refused;
import io.metasched.metascheduler.flow.FlowEvent.Requeued;
import io.metasched.metascheduler.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.metascheduler.flow.JobState;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.LocalRow;
import io.metasched.simulation.system.cyclic.rows.NodeRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.system.cyclic.rows.RunHeader;
import io.metasched.simulation.system.cyclic.rows.UserRow;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.SimulatedJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Turns the end of a run into rows: a fold over the flows' events and the owners' reports. */
public final class ResultBuilder {
  private static final int MOST_NODES_NAMED = 12;
  private static final Comparator<FlowEvent> BY_TICK = Comparator.comparingLong(FlowEvent::tick);

  /**
   * What a run is called.
   *
   * @param policy name of the policy
   * @param driver what drove the core
   * @param version version of the program
   */
  public record Title(String policy, String driver, String version) {}

  private final TreeMap<JobId, Window> windows = new TreeMap<>();
  private final List<PaymentRow> payments = new ArrayList<>();
  private final List<DecisionRow> decisions = new ArrayList<>();
  private final List<JobFlow> flows;
  private final Numbering nodeNames;

  private ResultBuilder(List<JobFlow> flows, Numbering nodeNames) {
    this.flows = flows;
    this.nodeNames = nodeNames;
  }

  /** The rows of a run that is over, with what organizations and owners leave behind. */
  public static CyclicRun result(
      Title title,
      CyclicInstance instance,
      EventSchedule schedule,
      List<VoHistory> organizations,
      List<NodeReport> owners) {
    var flows = new ArrayList<JobFlow>();
    var events = new ArrayList<FlowEvent>();
    for (var organization : organizations) {
      flows.add(JobFlow.replay(instance.rules().unlimitedAccounts(), organization.history()));
      events.addAll(organization.history());
    }
    events.sort(BY_TICK); // within a tick the first organization stays first
    var builder = new ResultBuilder(flows, instance.environment().names().nodes());
    events.forEach(builder::take);
    var cycles = cycleRows(organizations);
    return new CyclicRun(
        header(title, instance, schedule, flows, cycles, events),
        nodeRows(instance),
        userRows(instance),
        jobRows(instance, flows),
        builder.placements(schedule.ended()),
        localRows(owners),
        builder.payments,
        builder.decisions,
        cycles);
  }

  private static RunHeader header(
      Title title,
      CyclicInstance instance,
      EventSchedule schedule,
      List<JobFlow> flows,
      List<CycleRow> cycles,
      List<FlowEvent> events) {
    var rules = instance.rules();
    var failed = new TreeSet<Integer>();
    cycles.stream().filter(row -> row.withoutAlternative() > 0).forEach(r -> failed.add(r.cycle()));
    boolean done = flows.stream().allMatch(JobFlow::isDone) && schedule.allSubmitted();
    return new RunHeader(
        new RunTitle(
            ScenarioReader.SCHEMA.kind(),
            instance.seeds().scenario(),
            title.policy(),
            title.driver(),
            instance.seeds().runSeed(),
            title.version(),
            0,
            !rules.runsUntilDone() || done),
        rules.granularityTicks(),
        rules.periodTicks(),
        rules.horizonTicks(),
        rules.planningTicks(),
        rules.organizations(),
        instance.workload().users(),
        mostBudgetMilli(instance),
        rules.refundsUnused(),
        events.isEmpty() ? 0 : events.get(events.size() - 1).tick(),
        cycles.size() / rules.organizations(),
        failed.size());
  }

  private static long mostBudgetMilli(CyclicInstance instance) {
    return instance.participants().users().stream()
        .mapToLong(Participants.User::budgetMilli)
        .max()
        .orElse(instance.rules().budgetPerCycleMilli());
  }

  private static List<NodeRow> nodeRows(CyclicInstance instance) {
    var pricing = instance.environment().pricing();
    var names = instance.environment().names();
    return instance.environment().nodes().stream()
        .map(
            node ->
                new NodeRow(
                    node,
                    pricing.leastPriceMilli(node),
                    names.nodes().name(node.id()),
                    names.domains().name(node.domain())))
        .toList();
  }

  private static List<UserRow> userRows(CyclicInstance instance) {
    var rows = new ArrayList<UserRow>();
    var participants = instance.participants();
    for (var user : participants.users()) {
      rows.add(
          new UserRow(
              rows.size(),
              user.name(),
              user.organization(),
              participants.organizations().name(user.organization()),
              user.budgetMilli(),
              user.weightMilli()));
    }
    return rows;
  }

  private static List<CycleRow> cycleRows(List<VoHistory> organizations) {
    var rows = new ArrayList<CycleRow>();
    for (int vo = 0; vo < organizations.size(); vo++) {
      for (var cycle : organizations.get(vo).cycles()) {
        rows.add(CycleRow.of(vo, cycle));
      }
    }
    rows.sort(Comparator.comparingInt(CycleRow::cycle)); // within a cycle by organization
    return rows;
  }

  private void take(FlowEvent event) {
    if (event instanceof Deposited e) {
      payments.add(new PaymentRow(e.tick(), Kind.DEPOSIT, e.user(), null, -1, e.milli()));
    } else if (event instanceof Submitted e) {
      decide(e.tick(), -1, e.job().id(), "submitted", "", "");
    } else if (event instanceof Refused e) {
      decide(e.tick(), e.cycle(), e.job(), "refused", e.reason().name(), "");
    } else if (event instanceof Postponed e) {
      decide(e.tick(), e.cycle(), e.job(), "postponed", e.reason().name(), whyNone(e));
    } else if (event instanceof Reserved e) {
      decide(e.tick(), -1, e.job(), "reserved", "", "money " + ofThousandths(e.milli()));
    } else if (event instanceof Requeued e) {
      decide(
          e.tick(),
          e.cycle(),
          e.job(),
          "requeued",
          e.reason().name(),
          "node " + nodeNames.label(e.node()));
    } else if (event instanceof Booked e) {
      charge(e.tick(), e.job(), e.window());
      var found = "; alternatives " + e.alternatives() + (e.proven() ? "" : "; not proven best");
      decide(e.tick(), e.cycle(), e.job(), "booked", "", describe(e.window()) + found);
    } else if (event instanceof Moved e) {
      var old = Objects.requireNonNull(windows.get(e.job()));
      old.parts().forEach(p -> pay(e.tick(), Kind.REFUND, e.job(), p.node(), p.costMilli()));
      charge(e.tick(), e.job(), e.window());
      decide(e.tick(), e.cycle(), e.job(), "moved", "", describe(e.window()));
    } else if (event instanceof Withdrawn e) {
      refund(e.tick(), e.job(), e.refunds());
      decide(e.tick(), -1, e.job(), "withdrawn", "", "");
    } else if (event instanceof Finished e) {
      refund(e.tick(), e.job(), e.refunds());
      var detail = e.stopped() ? "stopped at the reserved end" : "";
      decide(e.tick(), -1, e.job(), "finished", "", detail);
    }
  }

  private void decide(long tick, int cycle, JobId job, String event, String reason, String detail) {
    decisions.add(
        new DecisionRow(tick, cycle, job, event, reason.toLowerCase(Locale.ROOT), detail));
  }

  private static String whyNone(Postponed postponed) {
    if (postponed.reason() != PostponeReason.NO_ALTERNATIVE) {
      return "";
    }
    return postponed.cyclesWithoutWindow() == 0
        ? "other VO jobs had taken the windows there were"
        : "not even without other VO jobs, cycles in a row: " + postponed.cyclesWithoutWindow();
  }

  private String describe(Window window) {
    return "start %s; cost %s; nodes %s"
        .formatted(
            ofThousandths(window.start()),
            ofThousandths(window.costMilli()),
            nodes(window.parts()));
  }

  /** The first nodes; all of them are in placements.csv. */
  private String nodes(List<Part> parts) {
    var named = parts.stream().limit(MOST_NODES_NAMED).map(part -> nodeNames.label(part.node()));
    int more = parts.size() - MOST_NODES_NAMED;
    return named.collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private void charge(long tick, JobId job, Window window) {
    window.parts().forEach(p -> pay(tick, Kind.CHARGE, job, p.node(), p.costMilli()));
    windows.put(job, window);
  }

  private void refund(long tick, JobId job, List<Refund> refunds) {
    refunds.forEach(refund -> pay(tick, Kind.REFUND, job, refund.node(), refund.milli()));
  }

  private void pay(long tick, Kind kind, JobId job, int node, long milli) {
    payments.add(new PaymentRow(tick, kind, state(job).job().user(), job, node, milli));
  }

  private JobState state(JobId job) {
    return flows.get(job.vo()).job(job);
  }

  private static List<JobRow> jobRows(CyclicInstance instance, List<JobFlow> flows) {
    var real = new TreeMap<JobId, SimulatedJob>();
    instance.workload().jobs().forEach(job -> real.put(job.job().id(), job));
    var names = instance.participants().jobs();
    return flows.stream()
        .flatMap(flow -> flow.jobs().stream())
        .map(
            state -> {
              var id = state.job().id();
              var name = names.getOrDefault(id, "");
              return jobRow(state, Objects.requireNonNull(real.get(id)), name);
            })
        .toList();
  }

  private static JobRow jobRow(JobState state, SimulatedJob simulated, String name) {
    var reason = state.refusal().map(r -> r.name().toLowerCase(Locale.ROOT)).orElse("");
    return new JobRow(
        state.job(),
        simulated.real(),
        state.status(),
        reason,
        state.bookedCycle(),
        state.bookedTick(),
        state.promisedStart(),
        state.endTick(),
        state.stopped(),
        state.alternatives(),
        state.requeues(),
        state.moves(),
        state.window().map(Window::costMilli).orElse(0L),
        state.refundedMilli(),
        name);
  }

  private List<PlacementRow> placements(SortedMap<JobId, Running> ended) {
    var rows = new ArrayList<PlacementRow>();
    ended.forEach(
        (job, running) -> {
          long booked = state(job).bookedTick();
          for (int i = 0; i < running.realEnds().size(); i++) {
            var part = running.part(i);
            rows.add(
                new PlacementRow(
                    job,
                    part.node(),
                    part.span().start(),
                    part.span().end(),
                    part.costMilli(),
                    part.priceMilli(),
                    running.realEnds().get(i),
                    booked));
          }
        });
    return rows;
  }

  private static List<LocalRow> localRows(List<NodeReport> owners) {
    var rows = new ArrayList<LocalRow>();
    for (var owner : owners) {
      int node = owner.node();
      for (var run : owner.localRuns()) {
        var job = run.job();
        rows.add(
            new LocalRow(
                node,
                job.number(),
                run.planned(),
                job.arrivalTick(),
                run.span().start(),
                job.lengthTicks()));
      }
      for (var job : owner.waitingLocalJobs()) {
        rows.add(new LocalRow(node, job.number(), false, job.arrivalTick(), -1, job.lengthTicks()));
      }
    }
    rows.sort(Comparator.comparingInt(LocalRow::node).thenComparingLong(LocalRow::number));
    return rows;
  }
}
