package io.metasched.simulation.system.twolevel.actor;

import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.metascheduler.twolevel.actor.GridScheduler;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.twolevel.TwoLevelInstance;
import io.metasched.simulation.system.twolevel.model.TwoLevelParts;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Blueprint of the actors of two levels: providers, and the grid scheduler over them. The clock
 * submits the jobs itself.
 */
public final class TwoLevelBlueprint implements ActorBlueprint<TwoLevelRun> {
  private final TwoLevelInstance instance;
  private final String policy;
  private final TwoLevelSetting setting;
  private final ActorSettings settings;

  /** Creates the blueprint of a run of an instance of the system with one of its policies. */
  public TwoLevelBlueprint(Instance<TwoLevelRun> instance, String policy, ActorSettings settings) {
    this.instance = (TwoLevelInstance) instance; // the system has no other instances
    this.policy = policy;
    this.settings = settings;
    setting = this.instance.setting(policy);
  }

  @Override
  public String ownersName() {
    return "providers";
  }

  @Override
  public List<Integer> owners() {
    return IntStream.range(0, setting.providers()).boxed().toList();
  }

  @Override
  public Behavior<?> owner(int number, Journal journal) {
    return Provider.create(
        number, () -> TwoLevelParts.book(setting), settings.domain().cachedReplies(), journal);
  }

  @Override
  public Behavior<?> scheduler(int number, OwnerActors owners, Journal journal) {
    var providers =
        owners().stream().map(owner -> owners.ref(owner).<Provider.Command>narrow()).toList();
    return GridScheduler.create(
        providers,
        () -> TwoLevelParts.choice(setting, instance.seeds()),
        setting.grid(),
        settings.metascheduler(),
        true,
        journal);
  }

  @Override
  public String fingerprint() {
    return Sha256.of(
        Stream.concat(Stream.of(setting), instance.jobs().stream()).map(Object::toString));
  }

  @Override
  public ActorModel<TwoLevelRun> model(
      RunActors actors, Replies replies, Progress progress, boolean free) {
    return new TwoLevelActorModel(instance, policy, actors, replies, progress);
  }
}
