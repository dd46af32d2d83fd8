package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.flow.FlowJobState;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DrawnWorkflowRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.LocalRow;
import io.metasched.simulation.system.cyclic.rows.NodeRow;
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

/** Fold of the flows' events and the owners' reports into the rows of a run at its end. */
public final class ResultBuilder {
  /**
   * Title of a run.
   *
   * @param policy name of the policy
   * @param driver driver of the core
   * @param version version of the program
   */
  public record Title(String policy, String driver, String version) {}

  private final List<JobFlow> flows;

  private ResultBuilder(List<JobFlow> flows) {
    this.flows = flows;
  }

  /**
   * Returns the rows of a finished run, from the histories of the organizations and the reports of
   * the owners.
   */
  public static CyclicRun result(
      Title title,
      CyclicInstance instance,
      EventSchedule schedule,
      List<VoHistory> organizations,
      List<NodeReport> owners) {
    var flows = new ArrayList<JobFlow>();
    var reports = new ArrayList<List<CycleReport>>();
    for (var organization : organizations) {
      flows.add(JobFlow.replay(instance.rules().unlimitedAccounts(), organization.history()));
      reports.add(organization.cycles());
    }
    var events = EventRows.of(flows, instance.environment().names().nodes());
    return result(title, instance, schedule, new Organizations(flows, events, reports), owners);
  }

  /**
   * Results of the organizations.
   *
   * @param flows job flows at the end
   * @param events rows of the flows' events
   * @param reports reports of their cycles
   */
  record Organizations(List<JobFlow> flows, EventRows events, List<List<CycleReport>> reports) {}

  static CyclicRun result(
      Title title,
      CyclicInstance instance,
      EventSchedule schedule,
      Organizations organizations,
      List<NodeReport> owners) {
    var flows = organizations.flows();
    var events = organizations.events();
    var cycles = cycleRows(organizations.reports());
    return new CyclicRun(
        header(title, instance, schedule, organizations, cycles),
        nodeRows(instance),
        userRows(instance),
        jobRows(instance, flows),
        new ResultBuilder(flows).placements(schedule.ended()),
        localRows(owners),
        events.payments(),
        events.decisions(),
        cycles,
        workflowRows(instance));
  }

  private static RunHeader header(
      Title title,
      CyclicInstance instance,
      EventSchedule schedule,
      Organizations organizations,
      List<CycleRow> cycles) {
    var rules = instance.rules();
    var failed = new TreeSet<Integer>();
    cycles.stream().filter(row -> row.withoutAlternative() > 0).forEach(r -> failed.add(r.cycle()));
    boolean done =
        organizations.flows().stream().allMatch(JobFlow::isDone) && schedule.allSubmitted();
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
        rules.queue().order(),
        rules.queue().halfLife().toMillis(),
        organizations.events().endTick(),
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

  private static List<CycleRow> cycleRows(List<List<CycleReport>> reports) {
    var rows = new ArrayList<CycleRow>();
    for (int vo = 0; vo < reports.size(); vo++) {
      for (var cycle : reports.get(vo)) {
        rows.add(CycleRow.of(vo, cycle));
      }
    }
    rows.sort(Comparator.comparingInt(CycleRow::cycle)); // within a cycle, by organization
    return rows;
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

  private static JobRow jobRow(FlowJobState state, SimulatedJob simulated, String name) {
    var reason = state.refusal().map(r -> r.name().toLowerCase(Locale.ROOT)).orElse("");
    boolean isFollower = simulated.precedence().delays();
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
        name,
        isFollower ? simulated.submitTick() : -1,
        simulated.precedence(),
        simulated.workflow());
  }

  private static List<DrawnWorkflowRow> workflowRows(CyclicInstance instance) {
    var rows = new ArrayList<DrawnWorkflowRow>();
    for (var each : instance.workload().workflows()) {
      var workflow = each.workflow();
      rows.add(
          new DrawnWorkflowRow(
              rows.size(),
              each.shape().label(),
              each.submitTick(),
              workflow.size(),
              workflow.budgetMilli(),
              workflow.deadlineTick()));
    }
    return rows;
  }

  private List<PlacementRow> placements(SortedMap<JobId, Running> ended) {
    var rows = new ArrayList<PlacementRow>();
    ended.forEach(
        (job, running) -> {
          long booked = flows.get(job.vo()).job(job).bookedTick();
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
