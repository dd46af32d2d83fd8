package io.metasched.simulation.system.whatif.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.metascheduler.whatif.actor.GridInformationService;
import io.metasched.metascheduler.whatif.actor.GridReservationService;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.whatif.WhatIfInstance;
import io.metasched.simulation.system.whatif.model.WhatIfSetting;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Blueprint of the actors of a run: the clusters, which answer probes, and the grid reservation
 * service over them, whose child is the information service. The clock is the client.
 */
public final class WhatIfBlueprint implements ActorBlueprint<WhatIfRun> {
  private static final int ISSUER = 1; // 0 is the clock, which also sends commands to clusters

  private final WhatIfInstance instance;
  private final String policy;
  private final WhatIfSetting setting;
  private final ActorSettings settings;

  /** Creates the blueprint of a run of an instance of the system with one of its policies. */
  public WhatIfBlueprint(Instance<WhatIfRun> instance, String policy, ActorSettings settings) {
    this.instance = (WhatIfInstance) instance; // the system has no others
    this.policy = policy;
    this.settings = settings;
    setting = this.instance.setting(policy);
  }

  @Override
  public String ownersName() {
    return "clusters";
  }

  @Override
  public List<Integer> owners() {
    return IntStream.range(0, setting.processors().size()).boxed().toList();
  }

  @Override
  public Behavior<?> owner(int number, Journal journal) {
    return Provider.create(
        number,
        () -> setting.book(number),
        Optional.of(setting.probe()),
        settings.domain().cachedReplies(),
        journal);
  }

  @Override
  public Behavior<?> scheduler(int number, OwnerActors owners, Journal journal) {
    var clusters =
        owners().stream().map(owner -> owners.ref(owner).<Provider.Command>narrow()).toList();
    return Behaviors.<GridReservationService.Command>setup(
        context -> {
          var known = GridInformationService.create(setting.information());
          return GridReservationService.create(
              ISSUER,
              context.spawn(known, "information"),
              clusters,
              Optional.empty(), // all answers are awaited: no wall clock decides an outcome
              settings.metascheduler(),
              journal);
        });
  }

  @Override
  public String fingerprint() {
    var workload = instance.workload();
    return Sha256.of(
        Stream.of(Stream.of(setting), workload.jobs().stream(), workload.requests().stream())
            .flatMap(each -> each)
            .map(Object::toString));
  }

  @Override
  public ActorModel<WhatIfRun> model(
      RunActors actors, Replies replies, Progress progress, boolean free) {
    return new WhatIfActorModel(instance, policy, actors, replies, progress);
  }
}
