package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.resource.actor.Domain;
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
import java.util.stream.Stream;

/** The scene of a flow of cycles: domains, metaschedulers and users. */
final class CyclicScene implements Scene {
  private final String fingerprint;
  private final World world;
  private final List<Troupe> troupes = new ArrayList<>();
  private final SortedMap<Integer, Behavior<Domain.Command>> domains;

  CyclicScene(Scenario scenario, World world, Script script, ActorSettings settings) {
    this.world = world;
    for (var policy : scenario.policies()) {
      troupes.add(new Troupe(world, policy.name(), policy.policy(), settings));
    }
    domains = troupes.get(0).domains();
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
    return List.copyOf(domains.keySet());
  }

  @Override
  public Behavior<?> owner(int policy, int number) {
    return Objects.requireNonNull(domains.get(number), () -> "there is no domain " + number);
  }

  @Override
  public SortedMap<Integer, Behavior<?>> schedulers(
      int policy, SortedMap<Integer, ActorRef<Object>> owners) {
    var all = domains(owners);
    var schedulers = new TreeMap<Integer, Behavior<?>>();
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      schedulers.put(vo, troupes.get(policy).metascheduler(vo, all));
    }
    return schedulers;
  }

  private Domains domains(SortedMap<Integer, ActorRef<Object>> owners) {
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    owners.forEach((number, owner) -> refs.put(number, owner.narrow()));
    return new Domains(refs, world.environment().nodes());
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
  public Behavior<?> user(int policy, int number, SortedMap<Integer, ActorRef<Object>> schedulers) {
    int vo = number % world.rules().organizations();
    ActorRef<Metascheduler.Command> metascheduler =
        Objects.requireNonNull(schedulers.get(vo)).narrow();
    return troupes.get(policy).user(number, metascheduler);
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

  /** All of them together, once they are alive. */
  Cast cast(Casting.Found found) {
    var metaschedulers = new ArrayList<ActorRef<Metascheduler.Command>>();
    found.schedulers().values().forEach(scheduler -> metaschedulers.add(scheduler.narrow()));
    var users = new TreeMap<Integer, ActorRef<VoUser.Command>>();
    found.users().forEach((number, user) -> users.put(number, user.narrow()));
    return new Cast(domains(found.owners()), metaschedulers, users);
  }
}
