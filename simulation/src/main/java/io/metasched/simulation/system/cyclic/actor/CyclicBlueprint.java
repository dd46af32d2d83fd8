package io.metasched.simulation.system.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.actor.VoUser;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Blueprint of the actors of scheduling cycles: domains, a metascheduler for each organization,
 * users.
 */
public final class CyclicBlueprint implements ActorBlueprint<CyclicRun> {
  private final CyclicInstance instance;
  private final NamedPolicy policy;
  private final ActorSettings settings;
  private final DomainActors domains;

  /**
   * Creates the blueprint of a run of an instance with a policy, which need not be a policy of the
   * instance.
   */
  public CyclicBlueprint(CyclicInstance instance, NamedPolicy policy, ActorSettings settings) {
    this.instance = instance;
    this.policy = policy;
    this.settings = settings;
    domains =
        new DomainActors(
            instance.environment(), instance.rules().horizonTicks(), settings.domain());
  }

  /** Returns the blueprint of a run of an instance with one of its policies. */
  public static CyclicBlueprint of(
      Instance<CyclicRun> instance, String policy, ActorSettings settings) {
    var cyclic = (CyclicInstance) instance; // the system has no other instances
    return new CyclicBlueprint(cyclic, cyclic.named(policy), settings);
  }

  @Override
  public String ownersName() {
    return "domains";
  }

  @Override
  public List<Integer> owners() {
    return domains.numbers();
  }

  @Override
  public Behavior<?> owner(int number, Journal journal) {
    return domains.behavior(number, journal);
  }

  @Override
  public List<Integer> schedulers() {
    return IntStream.range(0, instance.rules().organizations()).boxed().toList();
  }

  @Override
  public Behavior<?> scheduler(int number, OwnerActors owners, Journal journal) {
    return Metascheduler.create(
        number,
        () -> instance.scheduler(number, policy.name(), policy.policy()),
        owners.domains(domains.numbers(), instance.environment().nodes()),
        settings.metascheduler(),
        journal);
  }

  @Override
  public List<Integer> users() {
    var users = new ArrayList<Integer>();
    schedulers().forEach(vo -> users.addAll(instance.participants().usersOf(vo)));
    return users;
  }

  @Override
  public Behavior<?> user(
      int number, SortedMap<Integer, ActorRef<Object>> schedulers, boolean recovers) {
    var participant = instance.participants().users().get(number);
    ActorRef<Metascheduler.Command> metascheduler =
        Objects.requireNonNull(schedulers.get(participant.organization())).narrow();
    long budgetMilli = Math.max(0, participant.budgetMilli());
    return recovers
        ? VoUser.create(
            number, budgetMilli, metascheduler, settings.metascheduler().retryInterval())
        : VoUser.create(number, budgetMilli, metascheduler);
  }

  @Override
  public int size() {
    return instance.environment().nodes().size();
  }

  @Override
  public String fingerprint() {
    var jobs = instance.workload().jobs().stream().map(job -> job.job().toString());
    var users = instance.participants().users().stream().map(Object::toString);
    var environment = instance.environment().fingerprint();
    return Sha256.of(Stream.of(environment, users, jobs).flatMap(each -> each));
  }

  @Override
  public ActorModel<CyclicRun> model(
      RunActors actors, Replies replies, Progress progress, boolean free) {
    var nodes = instance.environment().nodes();
    var sender = StepSender.of(actors, actors.owners().domains(owners(), nodes), replies);
    return new CyclicActorModel(instance, policy, sender, users(), progress, free);
  }
}
