package io.metasched.simulation.system.whatif;

import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.SlotPreference;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.scenario.ScenarioSchemas;
import io.metasched.simulation.system.whatif.model.ClusterJob;
import io.metasched.simulation.system.whatif.model.FlexibleRequest;
import io.metasched.simulation.system.whatif.model.GridWorkload;
import io.metasched.simulation.system.whatif.model.WhatIfReader;
import io.metasched.simulation.system.whatif.model.WhatIfReplay;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonJob.FixedTime;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Translation of the common jobs for clusters with what-if placement. A site is a cluster. A job
 * with a fixed time is a request for a reservation of its estimate in a window; the request is
 * refused if no reservation is possible. All other jobs are jobs of the clusters' own users, each
 * on a cluster drawn at random.
 *
 * <p>The translation loses prices and criteria. A reservation is held until its end, because
 * requests have no real run time here.
 */
public final class WhatIfTranslation implements Translation<WhatIfRun> {
  private final WhatIfSystem system = new WhatIfSystem();

  @Override
  public SimulatedSystem<WhatIfRun> system() {
    return system;
  }

  @Override
  public List<String> policies() {
    return AvailabilityMethods.names();
  }

  @Override
  public boolean crossesSites() {
    return false;
  }

  @Override
  public Instance<WhatIfRun> instance(CommonWorkload workload) {
    var sites = workload.sites();
    var clusters =
        "clusters=[{count=%d, processors=%d}]".formatted(sites.count(), sites.processors());
    var text =
        new ScenarioSchemas(List.of(system.schema()))
            .packed("what-if")
            .with(clusters, "translation")
            .with("jobs.processors=1", "translation") // for generated jobs, of which there are none
            .with("policies=" + policies(), "translation");
    var scenario = WhatIfReader.read(text);
    var jobs = new ArrayList<ClusterJob>();
    workload.jobs().stream()
        .filter(job -> job.own().isEmpty())
        .forEach(job -> jobs.add(job(job, workload)));
    var requests = new ArrayList<FlexibleRequest>();
    for (var job : workload.jobs()) {
      int number = jobs.size() + requests.size();
      job.own().ifPresent(own -> requests.add(request(job, own, number)));
    }
    var all = new GridWorkload(jobs, requests);
    var alone = WhatIfReplay.startsAlone(all, scenario.setting());
    return new WhatIfInstance(scenario, all, alone, workload.seeds(), List.of());
  }

  private static ClusterJob job(CommonJob job, CommonWorkload workload) {
    var random = workload.seeds().generator("cluster", job.id());
    return new ClusterJob(
        job.id(),
        random.nextInt(workload.sites().count()),
        job.submitTick(),
        job.runTicks(),
        job.processors(),
        job.estimateTicks(),
        job.user(),
        job.precedence());
  }

  private static FlexibleRequest request(CommonJob job, FixedTime own, int number) {
    var part =
        new ReservationRequest(
            number, own.readyTick(), own.dueTick(), job.processors(), job.estimateTicks());
    var request = new GridRequest(part, 1, SlotPreference.CHEAPEST_IMPACT);
    return new FlexibleRequest(job.id(), job.submitTick(), request, OptionalLong.empty());
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, WhatIfRun run) {
    var jobs = new TreeMap<Long, WhatIfJobRow>();
    run.jobs().forEach(row -> jobs.put(row.id(), row));
    var requests = new TreeMap<Long, RequestRow>();
    run.requests().forEach(row -> requests.put(row.id(), row));
    var outcomes = new ArrayList<CommonOutcome>();
    for (var job : workload.jobs()) {
      var own = jobs.get(job.id());
      var request = requests.get(job.id());
      if (own != null && own.start() >= 0) {
        outcomes.add(
            CommonOutcome.inSite(job, own.start(), job.runTicks(), own.cluster(), workload.sites())
                .submitted(job, own.submit()));
      } else if (request != null && request.isGranted()) {
        outcomes.add(
            CommonOutcome.inSite(
                job,
                request.start(),
                job.estimateTicks(),
                request.places().get(0),
                workload.sites()));
      } else {
        outcomes.add(CommonOutcome.unplaced(job.id(), 0));
      }
    }
    return outcomes;
  }
}
