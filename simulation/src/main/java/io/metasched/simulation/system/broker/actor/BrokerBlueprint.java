package io.metasched.simulation.system.broker.actor;

import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.broker.BrokerInstance;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Blueprint of the actors of a run: the agents and the brokers. The clock delivers their messages.
 */
public final class BrokerBlueprint implements ActorBlueprint<BrokerRun> {
  private final BrokerInstance instance;
  private final String policy;
  private final ActorSettings settings;

  /** Creates the blueprint of a run of an instance of the system with one of its policies. */
  public BrokerBlueprint(Instance<BrokerRun> instance, String policy, ActorSettings settings) {
    this.instance = (BrokerInstance) instance; // the system has no other instances
    this.policy = policy;
    this.settings = settings;
  }

  @Override
  public String ownersName() {
    return "agents";
  }

  @Override
  public List<Integer> owners() {
    return IntStream.range(0, instance.agents().size()).boxed().toList();
  }

  @Override
  public Behavior<?> owner(int number, Journal journal) {
    return Agent.createKeepingOffers(
        instance.agents().get(number),
        instance.setting().limits(),
        settings.domain().cachedReplies(),
        journal);
  }

  @Override
  public List<Integer> schedulers() {
    return IntStream.range(0, instance.setting().brokers()).boxed().toList();
  }

  @Override
  public Behavior<?> scheduler(int number, OwnerActors owners, Journal journal) {
    return RelayedBroker.create(
        () -> instance.broker(policy), settings.metascheduler().cachedReplies(), journal);
  }

  @Override
  public String fingerprint() {
    return Sha256.of(
        Stream.of(
                Stream.of(instance.setting()),
                instance.agents().stream(),
                instance.batches().stream(),
                instance.cancellations().stream(),
                instance.losses().stream())
            .flatMap(each -> each)
            .map(Object::toString));
  }

  @Override
  public ActorModel<BrokerRun> model(
      RunActors actors, Replies replies, Progress progress, boolean free) {
    return new BrokerActorModel(instance, policy, actors, replies, progress);
  }
}
