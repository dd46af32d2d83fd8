package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.ActorGroup;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.deployment.journal.JournalFactory;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.scenario.UsageException;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * A scenario that a JVM has loaded: the actors of its runs, in three groups, each of which needs
 * the one before. Immutable, so that all actors of the JVM may read it.
 */
final class DeployableScenario {
  private final List<String> policies;
  private final List<ActorBlueprint<?>> blueprints;
  private final JournalFactory journals;
  private final String fingerprint;

  DeployableScenario(LoadedScenario loaded, RunSpec spec, JournalFactory journals) {
    policies = loaded.policies();
    blueprints = loaded.blueprints();
    this.journals = journals;
    fingerprint = Sha256.of(Stream.of(spec.digest(), blueprints.get(0).fingerprint()));
  }

  /** A fingerprint of what the actors are made from; the same in all JVMs of a run. */
  String fingerprint() {
    return fingerprint;
  }

  /**
   * The number of a policy.
   *
   * @throws UsageException when the scenario has none of that name
   */
  int policy(String name) {
    int number = policies.indexOf(name);
    if (number < 0) {
      throw new UsageException("the JVMs have not loaded policy " + name);
    }
    return number;
  }

  /** What the owners are called. */
  String ownersName() {
    return blueprints.get(0).ownersName();
  }

  /** Whether its actors recover in another JVM when theirs terminates. */
  boolean recovers() {
    return journals.isKept();
  }

  /** The owners and schedulers of a policy run. */
  ActorGroup group(PolicyRunId policyRun) {
    return new ActorGroup() {
      @Override
      public boolean recovers() {
        return DeployableScenario.this.recovers();
      }

      @Override
      public Behavior<?> owner(int number) {
        var journal = journals.of("owner-%s-%d".formatted(policyRun, number));
        return blueprint(policyRun).owner(number, journal);
      }

      @Override
      public Behavior<?> scheduler(int number, OwnerActors owners) {
        var journal = journals.of("scheduler-%s-%d".formatted(policyRun, number));
        return blueprint(policyRun).scheduler(number, owners, journal);
      }
    };
  }

  /** The numbers of the owners: domains or providers. */
  List<Integer> owners(int policy) {
    return blueprints.get(policy).owners();
  }

  /** The numbers of the schedulers, from 0: metaschedulers, or the grid scheduler. */
  List<Integer> schedulers(int policy) {
    return blueprints.get(policy).schedulers();
  }

  /** The numbers of the users; a system may have none. */
  List<Integer> users(int policy) {
    return blueprints.get(policy).users();
  }

  /** The user of a number, which belongs to one of these schedulers. */
  Behavior<?> user(
      PolicyRunId policyRun, int number, SortedMap<Integer, ActorRef<Object>> schedulers) {
    return blueprint(policyRun).user(number, schedulers, recovers());
  }

  private ActorBlueprint<?> blueprint(PolicyRunId policyRun) {
    return blueprints.get(policyRun.policy());
  }
}
