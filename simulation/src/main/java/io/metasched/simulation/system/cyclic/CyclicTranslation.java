package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.scenario.ScenarioSchemas;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.environment.LocalLoad;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.SimulatedJob;
import io.metasched.simulation.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/**
 * Translation of the common jobs into scheduling cycles. A site is a domain, and a processor is a
 * node with the site's price. A job requests a window of its estimate on a node for each of its
 * processors, in any domains; the fixed time of a job becomes its earliest start and its deadline.
 * Cycles are as in the scenario {@code trace}, with a period of an hour or of five minutes.
 *
 * <p>No property of a job is lost. However, all jobs have the same criterion, an early start,
 * because no other system lets users choose. They have no cost limit, because the other systems
 * have no prices.
 */
public final class CyclicTranslation implements Translation<CyclicRun> {
  private final CyclicSystem system = new CyclicSystem();
  private final String name;
  private final List<String> policies;
  private final List<String> settings;

  private CyclicTranslation(String name, List<String> policies, List<String> settings) {
    this.name = name;
    this.policies = List.copyOf(policies);
    this.settings = List.copyOf(settings);
  }

  /** Returns the translation with a cycle every hour, for all policies. */
  public static CyclicTranslation hourly() {
    return new CyclicTranslation("cyclic", Policies.builtIn().names(), List.of());
  }

  /**
   * Returns the translation with a cycle every five minutes, for the policies that plan well
   * without a batch.
   */
  public static CyclicTranslation frequent() {
    return new CyclicTranslation(
        "cyclic-5-min",
        List.of("backfilling", "late-binding"),
        List.of("time.period=300", "time.planning=3"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SimulatedSystem<CyclicRun> system() {
    return system;
  }

  @Override
  public List<String> policies() {
    return policies;
  }

  @Override
  public Instance<CyclicRun> instance(CommonWorkload workload) {
    var text =
        new ScenarioSchemas(List.of(system.schema()))
            .packed("trace")
            .with("policies=" + policies, "translation");
    for (var setting : settings) {
      text = text.with(setting, "translation");
    }
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    int users = workload.users();
    return new CyclicInstance(
        environment(workload),
        new Workload(
            workload.jobs().stream().map(CyclicTranslation::job).toList(), users, List.of()),
        Participants.plain(users, 1, scenario.rules().budgetPerCycleMilli()),
        scenario.rules(),
        workload.seeds(),
        scenario.policies(),
        List.of());
  }

  private static Environment environment(CommonWorkload workload) {
    var sites = workload.sites();
    var nodes = new ArrayList<Node>();
    for (int id = 0; id < sites.total(); id++) {
      int site = sites.siteOf(id);
      nodes.add(new Node(id, site, 1, sites.pricesMilli().get(site), 0, List.of()));
    }
    var none = new LocalLoad.Settings(0, 0, 0, 1, 1);
    var load = new LocalLoad(none, Collections.nCopies(nodes.size(), false), workload.seeds());
    return new Environment(nodes, new ListPricing(), load);
  }

  private static SimulatedJob job(CommonJob job) {
    var asked =
        new Job(
            JobId.of(job.id()),
            job.user(),
            job.submitTick(),
            job.processors(),
            Work.duration(job.estimateTicks()),
            Requirements.NONE,
            WindowRequest.NO_LIMIT,
            WindowRequest.NO_LIMIT,
            job.own().map(CommonJob.FixedTime::readyTick).orElse(0L),
            job.own().map(CommonJob.FixedTime::dueTick).orElse(WindowRequest.NO_LIMIT),
            Criterion.START,
            0);
    return new SimulatedJob(
        asked, new RealLength(RealLength.Kind.DURATION, job.runTicks()), -1, job.precedence());
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, CyclicRun run) {
    var parts = new TreeMap<Long, List<PlacementRow>>();
    for (var part : run.placements()) {
      parts.computeIfAbsent(part.job().number(), job -> new ArrayList<>()).add(part);
    }
    var submitted = new TreeMap<Long, Long>();
    run.jobs().forEach(row -> submitted.put(row.job().id().number(), row.job().submitTick()));
    var outcomes = new ArrayList<CommonOutcome>();
    for (var job : workload.jobs()) {
      outcomes.add(
          outcome(job, parts.getOrDefault(job.id(), List.of()), workload.sites())
              .submitted(job, submitted.getOrDefault(job.id(), -1L)));
    }
    return outcomes;
  }

  private static CommonOutcome outcome(CommonJob job, List<PlacementRow> parts, CommonSites sites) {
    if (parts.isEmpty()) {
      return CommonOutcome.unplaced(job.id(), 0);
    }
    var bySite = sites.none();
    double held = 0;
    for (var part : parts) {
      int site = sites.siteOf(part.node());
      bySite.set(site, bySite.get(site) + 1);
      held += part.realEnd() - part.start(); // the rest is released
    }
    return new CommonOutcome(job.id(), true, parts.get(0).start(), held, bySite);
  }
}
