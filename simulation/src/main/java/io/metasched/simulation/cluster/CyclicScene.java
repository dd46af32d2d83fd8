package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.simulation.actor.ActorSettings;
import io.metasched.simulation.actor.Cast;
import io.metasched.simulation.actor.Troupe;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.result.Sha256;
import io.metasched.simulation.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The scene of a flow of cycles: domains, metaschedulers and users. */
final class CyclicScene implements Scene {
  private final String fingerprint;
  private final World world;
  private final List<Troupe> troupes = new ArrayList<>();
  private final Journals journals;
  private final ActorSettings settings;
  private final List<Integer> domains;

  CyclicScene(
      Scenario scenario, World world, Script script, ActorSettings settings, Journals journals) {
    this.world = world;
    this.settings = settings;
    this.journals = journals;
    for (var policy : scenario.policies()) {
      troupes.add(new Troupe(world, policy.name(), policy.policy(), settings));
    }
    domains = troupes.get(0).domains().numbers();
    var jobs = world.workload().jobs().stream().map(job -> job.job().toString());
    var nodes = world.environment().nodes().stream().map(Object::toString);
    fingerprint = Sha256.of(Stream.concat(Stream.of(script.digest()), Stream.concat(nodes, jobs)));
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public List<Integer> owners(int policy) {
    return domains;
  }

  @Override
  public boolean comesBack() {
    return journals.isKept();
  }

  @Override
  public Behavior<?> owner(PlayId play, int number) {
    return troupes
        .get(play.policy())
        .domains()
        .behavior(number, journals.of("domain-%s-%d".formatted(play, number)));
  }

  @Override
  public List<Integer> schedulers(int policy) {
    return IntStream.range(0, world.rules().organizations()).boxed().toList();
  }

  @Override
  public Behavior<?> scheduler(PlayId play, int number, Reach owners) {
    var journal = journals.of("metascheduler-%s-%d".formatted(play, number));
    return troupes.get(play.policy()).metascheduler(number, domains(owners), journal);
  }

  private Domains domains(Reach owners) {
    return owners.domains(domains, world.environment().nodes());
  }

  @Override
  public List<Integer> users(int policy) {
    var users = new ArrayList<Integer>();
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      users.addAll(world.usersOf(vo));
    }
    return users;
  }

  @Override
  public Behavior<?> user(
      PlayId play, int number, SortedMap<Integer, ActorRef<Object>> schedulers) {
    int vo = number % world.rules().organizations();
    ActorRef<Metascheduler.Command> metascheduler =
        Objects.requireNonNull(schedulers.get(vo)).narrow();
    var troupe = troupes.get(play.policy());
    return comesBack()
        ? troupe.user(number, metascheduler, settings.metascheduler().askAgainAfter())
        : troupe.user(number, metascheduler);
  }

  /**
   * The number of a policy.
   *
   * @throws IllegalStateException when the scenario has none of that name
   */
  int policy(Troupe troupe) {
    for (int i = 0; i < troupes.size(); i++) {
      if (troupes.get(i).policyName().equals(troupe.policyName())) {
        return i;
      }
    }
    throw new IllegalStateException("the JVMs have not learnt policy " + troupe.policyName());
  }

  /** All of them together, once they are alive; {@code owners} are among them. */
  Cast cast(Casting.Found found, Reach owners) {
    var metaschedulers = new ArrayList<ActorRef<Metascheduler.Command>>();
    found.schedulers().values().forEach(scheduler -> metaschedulers.add(scheduler.narrow()));
    var users = new TreeMap<Integer, ActorRef<VoUser.Command>>();
    found.users().forEach((number, user) -> users.put(number, user.narrow()));
    return new Cast(domains(owners), metaschedulers, users);
  }
}
