package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.ClusterProperties;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.ReservationProbe;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Clusters, and the method that rates starts on them.
 *
 * @param processors number of processors of each cluster
 * @param localScheduler name of the local scheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue
 * @param method name of the method that rates starts
 * @param candidates starts that the method rates
 * @param weights weights of the metrics of plans
 */
public record WhatIfSetting(
    List<Integer> processors,
    String localScheduler,
    HeadPromise headPromise,
    String method,
    CandidateStarts candidates,
    MetricWeights weights) {
  public WhatIfSetting {
    processors = List.copyOf(processors);
  }

  /** Returns a copy with the given method. */
  public WhatIfSetting withMethod(String name) {
    return new WhatIfSetting(processors, localScheduler, headPromise, name, candidates, weights);
  }

  /** Creates the book of an empty cluster. */
  public ProviderBook book(int cluster) {
    return new ProviderBook(
        processors.get(cluster),
        LocalSchedulers.named(localScheduler).orElseThrow(),
        CapacitySlots.VARIABLE,
        headPromise);
  }

  /** Creates the information service of the clusters. */
  public InformationService information() {
    return new InformationService(
        IntStream.range(0, processors.size())
            .mapToObj(i -> new ClusterProperties(i, processors.get(i)))
            .toList());
  }

  /** Creates the probe by which clusters rate starts. */
  public ReservationProbe probe() {
    return new ReservationProbe(
        AvailabilityMethods.named(method, weights).orElseThrow(), candidates);
  }
}
